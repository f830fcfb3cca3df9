"""The page's head, in words."""

from __future__ import annotations

from levmetrics.demo.wording.wording import Wording

WORDING: Wording = {
    "purpose": (
        "How far a text is from what it should be: WER, CER and ANLS, exact in every script.",
        "テキストが正解からどれだけ離れているか。WER・CER・ANLSを、どの文字でも正確に測ります。",
    ),
    "version": ("Version {version}", "バージョン {version}"),
    "for_programs": ("For programs: API and MCP", "プログラムから使う(API・MCP)"),
}
