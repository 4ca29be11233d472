"""Text from outside, before a person sees it: from records, logs, decks, names, command lines.

It may hold anything: sequences that rename the window or clear the screen, letters that turn round the rest of the
line, a hundred thousand of them. This is the one place that makes it harmless and short.
"""

from __future__ import annotations

import reprlib
import unicodedata
from collections.abc import Mapping
from operator import index
from typing import SupportsIndex

LONGEST_QUOTE = 60
LONGEST_SENTENCE = 1000

# Letters that count as printable and show nothing
_INVISIBLE = {ord(letter): " " for letter in "\u115f\u1160\u2800\u3164\uffa0"} | dict.fromkeys(
    [0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
)
_ALIKE = str.maketrans(
    # Cyrillic, Greek and Armenian letters, and what they look like
    "АВСЕНІЈКМОРЅТУХԚԜӀаԁеһіјкмнорԛѕтуѵԝхсӏв" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγηικνορτυχω" + "օսոհցԼՕՍ" + "ıɑɡ",
    "ABCEHIJKMOPSTYXQWladehijkmhopqstyvwxclb" + "ABEZHIKMNOPTYXaynikvoptuxw" + "ounhgLOU" + "iag",
)
_STROKES = str.maketrans("i1|0", "lllo")

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = LONGEST_QUOTE


class Trouble(ValueError):
    """Something from outside that cannot be accepted, in one clear sentence, whatever is quoted in it.

    Where people meet it at the table, `key` is the text in which the house says the same in their language. Where they
    meet it at the command line, the sentence has `{places}` for the values, and texts/said.<language>.toml has it too.
    """

    def __init__(self, sentence: str, key: str = "", **values: object) -> None:
        super().__init__(shortened(sentence if key else filled(sentence, values), LONGEST_SENTENCE))
        self.sentence = sentence
        self.key = key
        self.values = values


def filled(sentence: str, values: Mapping[str, object]) -> str:
    return sentence.format(**values) if values else sentence


def clean(text: str) -> str:
    """Without anything that a terminal would obey, or that cannot be seen; white space becomes a space."""
    if text.isascii() and text.isprintable():
        return text
    seen = (letter if letter.isprintable() else " " if letter.isspace() else "" for letter in text)
    return "".join(seen).translate(_INVISIBLE)


def shortened(text: str, longest: int) -> str:
    """Clean, and at most so long."""
    text = clean(text[: 4 * longest])
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def quoted(value: object) -> str:
    """Something that was given to us, in a sentence that says what is wrong with it."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # Python writes out no number of so many digits
        return "…"


def whole(value: SupportsIndex, what: str) -> int:
    """A whole number, of numpy too; a float is none, even where nothing comes after its point."""
    try:
        return index(value)
    except TypeError:
        raise Trouble(f"{what} must be a whole number, not {quoted(value)}.") from None


def seed_word(seed: object) -> str:
    """A seed as the word that it is: a number and its digits are the same seed, and nothing else is taken for one."""
    if isinstance(seed, str):
        return seed
    try:
        if not isinstance(seed, bool):
            return str(index(seed))  # type: ignore[arg-type]  # whatever it is
    except (TypeError, ValueError):
        pass
    raise Trouble(f"A seed must be a whole number or a word, not {quoted(seed)}.")


def look(name: str) -> str:
    """What a name looks like: two with the same look cannot be told apart at a glance."""
    letters = unicodedata.normalize("NFKC", clean(name)).translate(_ALIKE)
    return " ".join(letters.casefold().translate(_STROKES).split())
