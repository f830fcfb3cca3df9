"""The page for programs, in words."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

WORDING: Wording = {
    "programs_title": ("levmetrics: API and MCP", "levmetrics: API・MCP"),
    "programs_heading": ("API and MCP", "API・MCP"),
    "programs_intro": (
        "Programs get the same numbers as this page, by four endpoints. Arguments that have a "
        "default may be left out.",
        "4つのエンドポイントから、このページと同じ数値を得られます。既定値のある引数は省略できます。",
    ),
    "programs_back": ("To the page", "ページへ"),
    "programs_other": ("日本語", "English"),
    "programs_arguments": ("Arguments", "引数"),
    "programs_default": ("Default", "既定値"),
    "programs_required": ("needed", "必須"),
    "programs_empty": ("empty", "空"),
    "programs_returns": ("Returns", "戻り値"),
    "programs_curl": ("In a shell", "シェル"),
    "programs_python": ("In Python", "Python"),
    "programs_mcp": ("For models (MCP)", "モデル向け(MCP)"),
    "programs_mcp_intro": (
        "The same four are tools of a server of the Model Context Protocol, by streamable HTTP. In "
        "the settings of a client:",
        "同じ4つを、MCP(Model Context Protocol)サーバーのツールとして呼び出せます"
        "(Streamable HTTP)。クライアントの設定:",
    ),
    "programs_copy": ("Copy", "コピー"),
    "programs_copied": ("Copied", "コピーしました"),
}
