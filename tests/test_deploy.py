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
HOUSES = [
    file for file in UNITS if "Type=oneshot" not in file.read_text()
]  # and workers: what goes on until it is ended
COMPOSED = sorted(DEPLOY.glob("compose*.yaml"))
PAGES = [DEPLOY / "README.md", DEPLOY.parent / "docs" / "operating.md", DEPLOY.parent / "docs" / "keeping.md"]


def command_lines() -> list[tuple[str, list[str]]]:
    """Every command line of ours in this folder and in the pages about it, and where it stands."""
    found = []
    for file in UNITS:
        found += [
            (file.name, line) for line in re.findall(r"^ExecStart=.*/bin/spieltisch (.+?)'?$", file.read_text(), re.M)
        ]
    for file in COMPOSED:
        text = re.sub(r">-\n\s+(.+)\n\s+(.+)\n", r"\1 \2\n", file.read_text())  # folded, as YAML does
        found += [(file.name, line) for line in re.findall(r"command: (.+)$", text, re.M)]
    (words,) = re.findall(r"^CMD \[(.+)\]$", (DEPLOY / "Dockerfile").read_text(), re.M)
    found.append(("Dockerfile", words.replace(",", " ")))
    for page in PAGES:
        lines = re.findall(
            r"^    (?:sudo (?:-\S+ )*(?:-u \S+ )?)?\S*spieltisch (\w+ .+?)(?:\s+#.*)?$", page.read_text(), re.M
        )
        found += [(page.name, line) for line in lines if "install" not in line]
    return [(name, shlex.split(re.sub(r"\$\{[^}]*\}|%i", "1234", line))) for name, line in found]


@pytest.mark.parametrize(
    ("where", "words"), command_lines(), ids=lambda each: each if isinstance(each, str) else each[0]
)
def test_every_command_line_is_one_that_the_program_understands(
    where: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = DEPLOY / where
    if file.exists() and "SPIELTISCH_DATABASE" in file.read_text():  # what the file asks for is there
        monkeypatch.setenv("SPIELTISCH_DATABASE", "postgresql+asyncpg://somewhere/tables")
    command = cli.commands[words[0]]
    try:
        command.make_context(words[0], list(words[1:]), resilient_parsing=False)
    except click.BadParameter as error:  # a folder that is not here
        assert "does not exist" in str(error)


def test_there_are_such_lines_in_every_file() -> None:
    named = {where for where, _ in command_lines()}
    assert named >= {"Dockerfile", "README.md", "operating.md", *(file.name for file in (*UNITS, *COMPOSED))}


@pytest.mark.parametrize("file", [*HOUSES, *COMPOSED], ids=lambda file: file.name)
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
@pytest.mark.parametrize("file", [*UNITS, *DEPLOY.glob("*.timer")], ids=lambda file: file.name)
def test_systemd_understands_the_unit(file: Path, tmp_path: Path) -> None:
    """But for the program, which is not installed here."""
    unit = tmp_path / file.name.replace("@", "@1")
    unit.write_text(file.read_text().replace("/opt/spieltisch/bin/spieltisch", "/bin/true"))
    for other in DEPLOY.glob("*-backup.*"):  # a timer is for a service that is there
        if other != file:
            (tmp_path / other.name).write_text(other.read_text().replace("/opt/spieltisch/bin/spieltisch", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert str(unit.name) not in done.stderr, done.stderr


@pytest.mark.skipif(shutil.which("nginx") is None, reason="There is no nginx here.")
def test_nginx_understands_its_file(tmp_path: Path) -> None:
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ include {DEPLOY}/nginx.conf; }}"
    (tmp_path / "nginx.conf").write_text(whole)
    done = subprocess.run(["nginx", "-t", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False)
    assert "syntax is ok" in done.stderr, done.stderr


@pytest.mark.parametrize("file", HOUSES, ids=lambda file: file.name)
def test_whoever_needs_postgresql_waits_for_it_where_it_is_on_the_same_machine(file: Path) -> None:
    text = file.read_text()
    assert ("SPIELTISCH_DATABASE" in text) == ("After=network-online.target postgresql.service\n" in text)


def test_every_service_that_is_named_is_there_and_a_rolling_restart_takes_the_workers_too() -> None:
    text = (DEPLOY / "README.md").read_text()
    for name in re.findall(r"deploy/([\w@.-]+\.(?:service|timer))", text):
        assert (DEPLOY / name).is_file()
    rolling = text[text.index("### Rolling restart") : text.index("## From one to several")]
    places = [rolling.index(each) for each in ("worker@1", "restart spieltisch@$port", "restart spieltisch-worker@2")]
    assert places == sorted(places)


def test_prometheus_asks_houses_by_the_names_of_their_machines() -> None:
    """By any other they would not answer."""
    composed = (DEPLOY / "compose.many.yaml").read_text()
    machines = re.findall(r"^  (house\d): \{<<: \*house, hostname: \1\}", composed, re.M)
    asked = re.findall(r"(\w+):8426", (DEPLOY / "prometheus.yml").read_text())
    assert asked == machines != []


def test_prometheus_keeps_its_figures_and_is_for_this_machine_only() -> None:
    text = (DEPLOY / "compose.many.yaml").read_text()
    part = text[text.index("  prometheus:  #") : text.index("\nnetworks:")]
    assert re.search(r"image: prom/prometheus:v\d", part)
    assert 'ports: ["127.0.0.1:9090:9090"]' in part
    assert "prometheus:/prometheus" in part and "\n  prometheus:\n" in text[text.index("\nvolumes:") :]
