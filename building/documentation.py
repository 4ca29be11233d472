"""Builds the documentation that the house serves at /docs: the pages of docs/, the rules from the texts of the games,
and the reference from the docstrings of what `spieltisch.__all__` names.

`python building/documentation.py` writes static files. It imports nothing of the package, so that a build needs only
markdown-it-py. All links are relative: the site lies wherever the house lies.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

import reference
import searching

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "spieltisch"
DOCS = ROOT / "docs"
OUT = SOURCE / "server" / "docs"
SITE = Path(__file__).parent / "site"  # what is copied as it is
KIT = ROOT / "web" / "src" / "kit"  # the look of the table
DRAWN = DOCS / "pictures" / "rules"  # the games, in every language: studies/pictures.py
ICON = ROOT / "web" / "public" / "icon.svg"
LANGUAGES = {"en": "English", "de": "Deutsch", "it": "Italiano"}
AROUND = {  # what stands around every page
    "en": {
        "skip": "Skip to the text",
        "all": "All pages",
        "table": "To the table",
        "language": "Language",
        "search": "Search",
        "found": "{n} found",
        "none": "Nothing found",
        "onward": "Page before and page after",
    },
    "de": {
        "skip": "Zum Text",
        "all": "Alle Seiten",
        "table": "Zum Tisch",
        "language": "Sprache",
        "search": "Suchen",
        "found": "{n} gefunden",
        "none": "Nichts gefunden",
        "onward": "Seite davor und Seite danach",
    },
    "it": {
        "skip": "Al testo",
        "all": "Pagine",
        "table": "Al tavolo",
        "language": "Lingua",
        "search": "Cerca",
        "found": "Trovati: {n}",
        "none": "Nessun risultato",
        "onward": "Pagina prima e pagina dopo",
    },
}
TITLES = {
    "de": {
        "Manual": "Handbuch",
        "Rules": "Regeln",
        "Playing and learning": "Spielen und lernen",
        "Keeping a house": "Ein Haus betreiben",
        "Studying the games": "Spiele untersuchen",
        "Building on it": "Mitbauen",
        "Reference": "Referenz",
        "Decisions": "Entscheidungen",
    },
    "it": {
        "Manual": "Manuale",
        "Rules": "Regole",
        "Playing and learning": "Giocare e imparare",
        "Keeping a house": "Gestire una casa",
        "Studying the games": "Studiare i giochi",
        "Building on it": "Contribuire",
        "Reference": "Riferimento",
        "Decisions": "Decisioni",
    },
}
IN_ENGLISH = {"de": "(englisch)", "it": "(in inglese)"}  # behind what there is in no other language
PEOPLE = ("player", "owner", "learner", "operator", "researcher", "engineer")  # a page of the manual for each
BESIDE = {  # pages that lie elsewhere in the repository, and their addresses
    ROOT / "deploy" / "README.md": "deploy.html",
    ROOT / "SECURITY.md": "security.html",
    ROOT / "CHANGELOG.md": "changelog.html",
    ROOT / "CONTRIBUTING.md": "contributing.html",
}
TOPICS = {  # pages for each kind of user, beside the one of the manual; what is named nowhere is for those who build
    "Playing and learning": "companion coach puzzles daily content sheets print dice strength",
    "Keeping a house": "deploy operating keeping several-processes security server-bench under-attack",
    "Studying the games": "lab environments batch gpu nets",
    "Building on it": "tour add-a-game kernel-python words contributing changelog",
}
ALWAYS_OPEN = ("Manual", "Rules")  # in the list of pages; the others open where one is
SHORTEST_LIST = 4  # headings from which on a page begins with a list of them


@dataclass
class Page:
    """What becomes one file."""

    address: str  # below /docs/
    text: str  # Markdown
    source: Path  # against which links are read
    language: str = "en"
    title: str = ""
    others: dict[str, str] = field(default_factory=dict)  # the same page in other languages: its address
    picture: Path | None = None  # of what it is about

    def __post_init__(self) -> None:
        found = re.search(r"^# (.+)$", self.text, re.MULTILINE)
        self.title = self.title or (found[1].strip("`*") if found else self.address)


@dataclass(frozen=True)
class Group:
    """Pages that stand together in the list beside every page."""

    title: str
    pages: tuple[Page, ...]


def build() -> None:
    """Everything anew; what is there is replaced at the end."""
    groups = collected()
    pages = {page.address: page for group in groups for page in group.pages}
    for page in list(pages.values()):
        for language, address in page.others.items():
            if address not in pages:
                pages[address] = translated(page, language)
    sources = {page.source: page for page in pages.values()}
    new, pictures, searched = OUT.with_name("docs.new"), set[Path](), list[Any]()
    shutil.rmtree(new, ignore_errors=True)
    for page in pages.values():
        file = new / page.address
        file.parent.mkdir(parents=True, exist_ok=True)
        body, seen = rendered(page, sources)
        pictures |= seen
        searched.append((page.address, page.language if page.others else "", page.title, searching.sections(body)))
        file.write_text(dressed(page, body, groups, pages), encoding="utf-8")
    (new / "search.json").write_text(json.dumps(searched, ensure_ascii=False), encoding="utf-8")
    for picture in pictures:
        (new / "pictures").mkdir(exist_ok=True)
        shutil.copyfile(picture, new / "pictures" / picture.name)
    for each in (*SITE.iterdir(), KIT / "style.css", KIT / "palette.css", ICON):
        shutil.copyfile(each, new / each.name)
    shutil.copytree(KIT / "fonts", new / "fonts")
    shutil.rmtree(OUT, ignore_errors=True)
    new.rename(OUT)


def collected() -> list[Group]:
    """In the order in which they are listed."""
    manual = [DOCS / "manual" / f"{person}.md" for person in PEOPLE]
    known = {*manual, DOCS / "index.md"}
    further = sorted(file for file in DOCS.glob("*.md") if file not in known and "." not in file.stem)
    pages = {Path(page.address).stem: page for page in map(read, (*further, *BESIDE))}
    topics = {title: [pages.pop(name) for name in names.split()] for title, names in TOPICS.items()}
    topics["Building on it"] += pages.values()
    decisions = sorted((DOCS / "decisions").glob("*.md"))
    return [
        Group("Manual", tuple(read(file) for file in (DOCS / "index.md", *manual))),
        Group("Rules", tuple(rules())),
        *(Group(title, tuple(found)) for title, found in topics.items()),
        Group("Reference", (Page("reference.html", reference.markdown(SOURCE), SOURCE / "__init__.py"),)),
        Group("Decisions", tuple(read(file) for file in decisions)),
    ]


def read(file: Path) -> Page:
    place = Path(BESIDE[file]) if file in BESIDE else file.relative_to(DOCS)
    page = Page(place.with_suffix(".html").as_posix(), file.read_text(encoding="utf-8"), file)
    for language in LANGUAGES:
        if file.with_suffix(f".{language}.md").exists():
            page.others[language] = place.with_suffix(f".{language}.html").as_posix()
    if page.others:
        page.others["en"] = page.address
    return page


def translated(page: Page, language: str) -> Page:
    file = page.source.with_suffix(f".{language}.md")
    text = file.read_text(encoding="utf-8")
    return Page(page.others[language], text, file, language, others=page.others)


def rules() -> Iterable[Page]:
    """Of every game in every language; the list shows the English ones."""
    for folder in sorted((SOURCE / "games").iterdir()):
        if not (folder / "texts" / "en.toml").exists():
            continue
        others = {language: f"rules/{folder.name}.{language}.html" for language in LANGUAGES}
        for language, address in others.items():
            texts = tomllib.loads((folder / "texts" / f"{language}.toml").read_text(encoding="utf-8"))
            house = tomllib.loads((SOURCE / "texts" / f"{language}.toml").read_text(encoding="utf-8"))["say"]
            source = folder / ("README.md" if language == "en" else f"README.{language}.md")
            picture = DRAWN / f"{folder.name}.{language}.svg"
            yield Page(address, rulebook(texts, house), source, language, others=others, picture=picture)


def rulebook(texts: Mapping[str, Any], house: Mapping[str, str]) -> str:
    """As `spieltisch rules GAME --markdown` prints it."""
    parts = [f"# {texts['name']}", " ".join(texts["how"].values()), house["own_words"]]
    for number, paragraph in in_order(texts["rules"]):
        parts += [f"## §{number} {paragraph['title']}", flowing(paragraph["text"])]
    if rulings := texts.get("rulings"):
        lines = [f"- **R{number}** {flowing(ruling['text'])}" for number, ruling in in_order(rulings)]
        parts += [f"## {house['house_rulings']}", house["house_rulings_why"], "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def in_order(table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(table.items(), key=lambda each: int(each[0]))


def flowing(text: str) -> str:
    """Line breaks of the file are not line breaks of the text; empty lines are."""
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    return "\n\n".join(part for part in paragraphs if part)


def rendered(page: Page, sources: Mapping[Path, Page]) -> tuple[str, set[Path]]:
    """A page as HTML, and the pictures in it. Headings can be linked to; tables scroll by themselves on a phone."""
    parser = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    text = re.sub(r"<!--.*?-->\n?", "", page.text, flags=re.DOTALL)  # notes for tests and writers
    tokens, pictures = parser.parse(text), set[Path]()
    headings, anchors = list[tuple[str, str]](), list[str]()
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            words = "".join(each.content for each in following.children or ())
            anchors.append(slug(words))
            anchor = f"{anchors[-1]}-{again}" if (again := anchors.count(anchors[-1])) > 1 else anchors[-1]
            token.attrSet("id", anchor)
            if token.tag == "h2":
                headings.append((anchor, words))
        if "style" in token.attrs:  # where a column stands; the policy of the house lets no style stand in a page
            token.attrSet("class", str(token.attrs.pop("style")).rpartition(":")[2])
        for child in token.children or ():
            if child.type == "image":
                picture = (page.source.parent / str(child.attrs["src"])).resolve()
                pictures.add(picture)
                child.attrSet("src", relative(page, f"pictures/{picture.name}"))
                child.attrSet("loading", "lazy")
        if token.children:
            token.children = list(linked(page, token.children, sources))
    body = parser.renderer.render(tokens, parser.options, {})
    body = body.replace("<table>", '<div class="scrolls" tabindex="0"><table>').replace("</table>", "</table></div>")
    body = body.replace("<pre>", '<pre tabindex="0">')  # on a phone they scroll, with the keyboard too
    before = ""
    if page.picture is not None:
        pictures.add(page.picture)
        before = f'<p class="picture">{image(page, page.picture, page.title)}</p>'
    if len(headings) >= SHORTEST_LIST:
        listed = "".join(f'<li><a href="#{anchor}">{escape(words)}</a></li>' for anchor, words in headings)
        before += f'<ul class="here">{listed}</ul>'
    if before:
        body = body.replace("<h2", f"{before}<h2", 1)
    return body, pictures


def image(page: Page, picture: Path, alt: str = "") -> str:
    return f'<img src="{relative(page, f"pictures/{picture.name}")}" alt="{escape(alt)}" loading="lazy">'


def linked(page: Page, tokens: Iterable[Token], sources: Mapping[Path, Page]) -> Iterable[Token]:
    """Links to pages lead to them; files of the repository that are no pages are only named."""
    dropped = False
    for token in tokens:
        if token.type == "link_open":
            path, sign, anchor = str(token.attrs["href"]).partition("#")
            target = sources.get(Path(os.path.normpath(page.source.parent / path)))
            if target is not None:
                token.attrSet("href", relative(page, target.address) + sign + slug(anchor))
            elif path and "://" not in path:
                dropped = True
                continue
        if token.type == "link_close" and dropped:
            dropped = False
            continue
        yield token


def slug(words: str) -> str:
    return re.sub(r"[^\w]+", "-", words.lower()).strip("-")


def relative(page: Page, address: str) -> str:
    return os.path.relpath(address, Path(page.address).parent).replace(os.sep, "/")


def dressed(page: Page, body: str, groups: Iterable[Group], pages: Mapping[str, Page]) -> str:
    """The page with what stands around every page."""
    said = AROUND[page.language]
    listed = "".join(
        f"<details{' open' if group.title in ALWAYS_OPEN or is_in(page, group) else ''}>"
        f"<summary>{heading(page, group)}</summary><ul>{entries(page, group, pages)}</ul></details>"
        for group in groups
    )
    switch = "".join(
        f'<a lang="{language}" href="{relative(page, page.others[language])}"{current(language == page.language)}>'
        f"{name}</a>"
        for language, name in LANGUAGES.items()
        if language in page.others
    )
    label = said["language"]
    languages = f'<nav class="languages" aria-label="{label}">{switch}</nav>' if switch else ""
    home = relative(page, "index.html" if page.language == "en" else f"index.{page.language}.html")
    icon = relative(page, "icon.svg")
    return f"""<!doctype html>
<html lang="{page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(page.title)} – Spieltisch</title>
<link rel="stylesheet" href="{relative(page, "style.css")}">
<link rel="stylesheet" href="{relative(page, "docs.css")}">
<link rel="icon" href="{icon}" type="image/svg+xml">
<script src="{relative(page, "theme.js")}"></script>
<script src="{relative(page, "search.js")}" defer></script>
</head>
<body>
<a class="skip" href="#content">{said["skip"]}</a>
<header>
<a class="home" href="{home}"><img src="{icon}" alt="" width="34" height="34">Spieltisch</a>
<form role="search" hidden data-found="{said["found"]}" data-none="{said["none"]}">
<input class="field" type="search" autocomplete="off" aria-label="{said["search"]}" placeholder="{said["search"]} …">
<div class="hits"><p role="status"></p><ul hidden></ul></div>
</form>
<span class="ways"><a class="to-pages" href="#pages">{said["all"]}</a>
<a href="{relative(page, "..")}/">{said["table"]}</a></span>
</header>
<main id="content"{' class="start"' if is_start(page) else ""}>
{languages}
{body}{games(page, groups, pages)}{onward(page, groups, pages)}</main>
<nav class="pages" id="pages" aria-label="{said["all"]}">{listed}</nav>
</body>
</html>
"""


def heading(page: Page, group: Group) -> str:
    """Where nothing below it is in the language of whoever reads, it says so for all."""
    title = TITLES.get(page.language, {}).get(group.title, group.title)
    return title if translates(page, group) else f"{title} {IN_ENGLISH[page.language]}"


def translates(page: Page, group: Group) -> bool:
    return page.language == "en" or any(page.language in each.others for each in group.pages)


def entries(page: Page, group: Group, pages: Mapping[str, Page]) -> str:
    """A page that there is in several languages stands there once, in the language of whoever reads; where others are
    in that language, one that is not says so."""
    marks = translates(page, group)
    here = {page.address, *page.others.values()}
    shown = own(page, group, pages)
    return "".join(
        f'<li><a href="{relative(page, each.address)}"{current(each.address in here)}>{escape(each.title)}'
        f"{f' {IN_ENGLISH[page.language]}' if marks and each.language != page.language else ''}</a></li>"
        for each in shown
    )


def own(page: Page, group: Group, pages: Mapping[str, Page]) -> list[Page]:
    """The pages of a group, each in the language of whoever reads, where there is one."""
    return [pages[each.others.get(page.language, each.address)] for each in group.pages if each.language == "en"]


def is_in(page: Page, group: Group) -> bool:
    return any(page.address in (each.address, *each.others.values()) for each in group.pages)


def is_start(page: Page) -> bool:
    return page.source.stem.partition(".")[0] == "index"


def games(page: Page, groups: Iterable[Group], pages: Mapping[str, Page]) -> str:
    """On the first page: what can be played, with pictures that lead to the rules."""
    if not is_start(page):
        return ""
    group = next(each for each in groups if each.title == "Rules")
    shown = [each for each in own(page, group, pages) if each.picture]
    links = "".join(
        f'<li><a href="{relative(page, each.address)}">{image(page, each.picture)}<b>{escape(each.title)}</b></a></li>'
        for each in shown
        if each.picture
    )
    return f'<h2 id="rules">{heading(page, group)}</h2><ul class="games">{links}</ul>'


def onward(page: Page, groups: Iterable[Group], pages: Mapping[str, Page]) -> str:
    """The pages before and after it among those that stand together."""
    shown = own(page, next(each for each in groups if is_in(page, each)), pages)
    at = [each.address for each in shown].index(page.address)
    ways = [(shown[at - 1], "before", "prev")] if at > 0 else []
    ways += [(shown[at + 1], "after", "next")] if at + 1 < len(shown) else []
    links = "".join(
        f'<a class="{way}" rel="{rel}" href="{relative(page, each.address)}">{escape(each.title)}</a>'
        for each, way, rel in ways
    )
    return f'<nav class="onward" aria-label="{AROUND[page.language]["onward"]}">{links}</nav>' if links else ""


def current(is_here: bool) -> str:
    return ' aria-current="page"' if is_here else ""


if __name__ == "__main__":
    build()
    print("The documentation is built.", flush=True)
