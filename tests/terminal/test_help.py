"""`--help` and what cannot be read, in the language of the person."""

from __future__ import annotations

import socket
from functools import partial
from typing import Any

import click
import pytest

from spieltisch.cli import cli
from spieltisch.cli.content import content
from spieltisch.cli.lab import lab
from spieltisch.cli.spoken import asked_for, paragraphs, translations
from terminal.running import Run

CONTEXT = partial(click.Context, help_option_names=["-h", "--help"])
SENTENCES = {
    sentence
    for command in (cli, *cli.commands.values(), *lab.commands.values(), *content.commands.values())
    for text in (command.help, *(getattr(param, "help", "") for param in command.get_params(CONTEXT(command))))
    for sentence in paragraphs(text)
}


@pytest.mark.parametrize("language", ["de", "it"])
def test_every_sentence_of_the_help_has_a_counterpart(language: str) -> None:
    assert translations(language).keys() == SENTENCES
    assert all(said.strip() and said != sentence for sentence, said in translations(language).items())


def test_help_is_in_the_language_of_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    output = run("--help").output
    assert output.startswith("Aufruf:")
    assert "Der Spieltisch: im Browser, im Terminal, für Programme." in output
    assert "Optionen:" in output and "Befehle:" in output
    assert "Ein SPIEL spielen. Was nicht dasteht, wird gefragt." in output
    assert "Usage" not in output and "Show" not in output


@pytest.mark.parametrize("command", ["play --lang it --help", "play --help --lang it", "play --language=it -h"])
def test_or_in_the_language_that_is_named_wherever_it_stands(run: Run, command: str) -> None:
    output = run(command).output
    assert output.startswith("Uso:")
    assert "La lingua; di solito quella dell’ambiente." in " ".join(output.split())


def test_in_english_it_is_as_ever(run: Run) -> None:
    output = run("serve --help").output
    assert output.startswith("Usage:")
    assert "[default: 8426; 0<=x<=65535]" in output


def test_usual_values_are_named_in_the_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "[sonst: 8426; 0<=x<=65535]" in run("serve --help").output


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("play --lang de --nonsens", "Eine Option '--nonsens' gibt es nicht."),
        ("replay --lang it", "Manca 'FILE'."),
        ("play --lang fr", "Bei '--lang' / '--language' geht nur: de, en, it."),
        ("play --players viele", "Diesen Wert gibt es für '--players' nicht."),
        ("speil", "Einen Befehl 'speil' gibt es nicht."),
        ("pley", "Einen Befehl 'pley' gibt es nicht. Meintest du play?"),
    ],
)
def test_what_cannot_be_read_is_said_in_the_language(
    run: Run, command: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    result = run(command)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "Error" not in result.stderr


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("play schach --lang de", "Ein Spiel 'schach' gibt es nicht; es gibt "),
        ("play genial -y --variant mega --lang it", "genial ha le varianti base, solo, team, duel, non 'mega'."),
        ("play genial -y --players 9 --lang de", "genial base spielt man zu 2, 3, 4, nicht zu 9."),
        (
            "play genial -y --option start=7 --lang de",
            "Option start ist lot oder ein Platz von 1 bis 2, nicht '7'.",
        ),
        ("play genial_dice -y --option sheet=1 --lang it", "L’opzione sheet è una di queste: 3+3+1, 3+3+3, non '1'."),
        ("play genial -y --option colour=x --lang de", "genial base hat die Optionen start, nicht 'colour'."),
        ("play genial -y --seat levl4 --lang de", "Meintest du level4?"),
        ("play genial -y --seat gott --lang it", "Il bot 'gott' non c’è; ci sono random, level1, "),
        ("play -y --lang de", "Sag, welches Spiel: "),
        ("replay /no/such/file --lang it", "'/no/such/file' non si può leggere: "),
    ],
)
def test_errors_are_said_in_the_language(run: Run, command: str, sentence: str) -> None:
    result = run(command)
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert "There" not in result.stderr and "cannot" not in result.stderr


def test_the_language_is_found_on_the_command_line() -> None:
    assert asked_for(["play", "--lang", "de"]) == "de"
    assert asked_for(["play", "--language=it", "x"]) == "it"
    assert asked_for(["play", "--lang", "fr"]) is None
    assert asked_for(["--lang"]) is None


@pytest.mark.parametrize(
    ("command", "port", "host"),
    [("", 8426, "127.0.0.1"), ("--host 0.0.0.0", 8426, "0.0.0.0"), ("--port 9000", 9000, "127.0.0.1")],
)
def test_who_names_no_command_has_the_table_in_the_browser(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, port: int, host: str
) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr("spieltisch.server.serve.serve", lambda **wanted: asked.update(wanted))
    assert run(command).exit_code == 0
    assert (asked["browser"], asked["port"], asked["host"]) == (True, port, host)


def test_address_and_port_can_be_set_in_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr("spieltisch.server.serve.serve", lambda **wanted: asked.update(wanted))
    monkeypatch.setenv("SPIELTISCH_PORT", "9001")
    monkeypatch.setenv("SPIELTISCH_HOST", "0.0.0.0")
    assert run("serve").exit_code == 0
    assert (asked["browser"], asked["port"], asked["host"]) == (False, 9001, "0.0.0.0")


def test_a_port_that_is_taken_is_told_with_a_command_that_takes_another(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("sys.argv", ["spieltisch", "serve", f"--port={port}", "--data", "a b", "--no-list"])
        result = run(f"serve --port {port}")
    assert result.exit_code == 1
    assert f"Port {port} ist belegt; " in result.stderr
    assert f"`spieltisch serve --data 'a b' --no-list --port {port + 1}`" in result.stderr


@pytest.mark.parametrize(("language", "guess"), [("en", "Did you mean '--port'?"), ("de", "Meintest du --port?")])
def test_of_all_words_that_are_alike_the_most_alike_is_guessed(
    run: Run, monkeypatch: pytest.MonkeyPatch, language: str, guess: str
) -> None:
    monkeypatch.setenv("LANG", language)
    assert guess in run("serve --portt 8427").stderr
