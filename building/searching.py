"""What the search of the documentation looks through: of each page its sections, with their headings and words."""

from __future__ import annotations

import re
from html import unescape

HEADING = re.compile(r'<h([1-6]) id="([^"]*)">(.*?)</h\1>', re.DOTALL)
INLINE = re.compile(r"</?(?:a|b|code|em|strong)\b[^>]*>")
LISTS_OF_LINKS = re.compile(r'<(ul|nav) class="(?:here|games|onward)".*?</\1>', re.DOTALL)


def sections(body: str) -> list[tuple[str, str, str]]:
    """Anchor, heading and words of each; what stands before the first heading has neither of these."""
    parts = HEADING.split(LISTS_OF_LINKS.sub("", body))
    found = [("", "", words(parts[0]))]
    for _, anchor, heading, text in zip(*(parts[k::4] for k in range(1, 5)), strict=True):
        found.append((anchor, words(heading), words(text)))
    return [each for each in found if any(each)]


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", INLINE.sub("", html))).split())
