"""The page's head, in words."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

WORDING: Wording = {
    "purpose": (
        "How far a text is from the right one: WER, CER and ANLS, in every script.",
        "正解との隔たりを、WER・CER・ANLSで。どの言語の文字でも正確に。",
    ),
    "version": ("Version {version}", "バージョン {version}"),
    "for_programs": ("API and MCP", "API・MCP"),
}
