"""What deploy/ tells people to run is what the program understands, and fits together."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from spieltisch.cli import cli
from spieltisch.server.serve import FAREWELL

DEPLOY = Path(__file__).parents[1] / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
COMPOSED = sorted(DEPLOY.glob("compose*.yaml"))
PAGES = [DEPLOY / "README.md", DEPLOY.parent / "docs" / "operating.md", DEPLOY.parent / "docs" / "keeping.md"]


def command_lines() -> list[tuple[str, list[str]]]:
    """Every command line of ours in this folder and in the pages about it, and where it stands."""
    found = []
    for file in UNITS:
        found += [(file.name, line) for line in re.findall(r"^ExecStart=\S+/spieltisch (.+)$", file.read_text(), re.M)]
    for file in COMPOSED:
        text = re.sub(r">-\n\s+(.+)\n\s+(.+)\n", r"\1 \2\n", file.read_text())  # folded, as YAML does
        found += [(file.name, line) for line in re.findall(r"command: (.+)$", text, re.M)]
    (words,) = re.findall(r"^CMD \[(.+)\]$", (DEPLOY / "Dockerfile").read_text(), re.M)
    found.append(("Dockerfile", words.replace(",", " ")))
    for page in PAGES:
        lines = re.findall(r"^    (?:sudo .*)?\S*spieltisch (\w+ .+?)(?:\s+#.*)?$", page.read_text(), re.M)
        found += [(page.name, line) for line in lines if "install" not in line]
    return [(name, shlex.split(re.sub(r"\$\{[^}]*\}|%i", "1234", line))) for name, line in found]


@pytest.mark.parametrize(
    ("where", "words"), command_lines(), ids=lambda each: each if isinstance(each, str) else each[0]
)
def test_every_command_line_is_one_that_the_program_understands(
    where: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELTISCH_DATABASE", "postgresql+asyncpg://house")  # as the files say it
    command = cli.commands[words[0]]
    try:
        command.make_context(words[0], list(words[1:]), resilient_parsing=False)
    except click.BadParameter as error:  # a folder that is not here
        assert "does not exist" in str(error)


def test_there_are_such_lines_in_every_file() -> None:
    named = {where for where, _ in command_lines()}
    assert named >= {"Dockerfile", "README.md", "operating.md", *(file.name for file in (*UNITS, *COMPOSED))}


@pytest.mark.parametrize("file", [*UNITS, *COMPOSED], ids=lambda file: file.name)
def test_nobody_is_killed_before_the_house_has_closed(file: Path) -> None:
    text = file.read_text()
    drains = max((float(seconds) for seconds in re.findall(r"--drain (\S+)", text)), default=0.0)
    limits = [float(each) for each in re.findall(r"(?:TimeoutStopSec=|stop_grace_period: )(\d+)", text)]
    assert limits
    assert min(limits) > FAREWELL + drains


@pytest.mark.parametrize("file", COMPOSED, ids=lambda file: file.name)
def test_the_proxy_has_the_address_that_the_house_believes(file: Path) -> None:
    text = file.read_text()
    (named,) = set(re.findall(r"--proxy (\S+)", text))
    proxy = text[text.index("  proxy:") :]
    assert f"ipv4_address: {named}" in proxy.split("\n\n")[0]
    for each in re.findall(r"\./([\w.]+):/", text):
        assert (DEPLOY / each).is_file()


def test_the_image_is_checked_where_it_answers() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    assert "EXPOSE 8426" in text
    assert "127.0.0.1:8426/healthz" in text
    assert (DEPLOY / "try.sh").stat().st_mode & 0o111


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="There is no systemd-analyze here.")
@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_systemd_understands_the_unit(file: Path, tmp_path: Path) -> None:
    """But for the program, which is not installed here."""
    unit = tmp_path / file.name.replace("@", "@1")
    unit.write_text(file.read_text().replace("/opt/spieltisch/bin/spieltisch", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert str(unit.name) not in done.stderr, done.stderr


@pytest.mark.skipif(shutil.which("nginx") is None, reason="There is no nginx here.")
def test_nginx_understands_its_file(tmp_path: Path) -> None:
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ include {DEPLOY}/nginx.conf; }}"
    (tmp_path / "nginx.conf").write_text(whole)
    done = subprocess.run(["nginx", "-t", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False)
    assert "syntax is ok" in done.stderr, done.stderr
