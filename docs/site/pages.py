"""The site's pages that lie outside of ``docs/``, and what Markdown of a repository means there."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

# A metric card is also the page of its Space, and the changelog is where people look for one.
OUTSIDE = {
    "anls/README.md": "anls.md",
    "wer_lev/README.md": "wer.md",
    "rouge_lev/README.md": "rouge_card.md",
    "CHANGELOG.md": "changelog.md",
}
_LINK_OUT = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#\s]*)((?:#[^)\s]*)?)\)")
_DOCTEST = re.compile(r"^( *)```python\n(?=\1>>> )", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie elsewhere in the repository."""
    root = Path(config.config_file_path).parent
    for place, page in OUTSIDE.items():
        files.append(File.generated(config, page, abs_src_path=str(root / place)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make links that leave ``docs/`` links of the site or names, and doctests sessions."""
    folder = posixpath.dirname(page.file.src_uri)

    def within_the_site(link: re.Match[str]) -> str:
        label, target, anchor = link.groups()
        place = posixpath.normpath(posixpath.join("docs", folder, target))
        if place.startswith("docs/"):
            return link.group()
        if place in OUTSIDE:
            return f"[{label}]({posixpath.relpath(OUTSIDE[place], folder or '.')}{anchor})"
        # The source has no address of its own yet; its path says where it is.
        names_it = label.startswith("`") or place.endswith(f"/{label}")
        return f"`{place}`" if names_it else f"{label} (`{place}`)"

    shown = _LINK_OUT.sub(within_the_site, markdown).replace("<BLANKLINE>", "")
    return _DOCTEST.sub(r"\1```pycon\n", shown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Say the language of a page whose front matter names one, for speech, fonts and search."""
    language = page.meta.get("language")
    return output.replace('<html lang="en"', f'<html lang="{language}"', 1) if language else output
