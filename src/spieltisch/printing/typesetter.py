"""Sets one document and ends. It is run by its path and imports nothing of ours: so it begins in a moment."""

from __future__ import annotations

import json
import sys

import typst


def main() -> None:
    asked = json.load(sys.stdin)
    source = asked["source"].encode()
    if asked["counted"]:
        made = typst.query(source, asked["counted"], field="value", one=True, **asked["how"]).encode()
    else:
        made = typst.compile(source, **asked["how"])
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
