"""Makes the two fonts of the page, web/src/kit/fonts/*.woff2, from families that Adobe publishes under the OFL.

    npm pack source-sans@3.52.0 source-serif@4.5.1      # and unpack both
    python -m studies.fonts SOURCE_SANS_FOLDER SOURCE_SERIF_FOLDER

It needs fonttools and brotli, which the house itself does not. What is kept: what German, English and Italian are
written with, the letters of other Latin names, and the signs that occur in our sentences and screens; of the sans the
weights from 400 to 700, of the serif one weight, for titles. Figures are lining and of one width. A changed font may
not bear the reserved name "Source" (OFL, 3), so ours have names of their own.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "web" / "src" / "kit" / "fonts"
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *(0x218, 0x219, 0x21A, 0x21B, 0x1E9E)]
SIGNS = [ord(sign) for sign in "–—‘’‚“”„‹›…•′″€−×≈≠≤≥±·→←↑↓✓▲▼★"]
FEATURES = ["kern", "liga", "locl", "ccmp", "mark", "mkmk", "tnum", "lnum"]
MOST = 60_000  # bytes for both together


def small(font: Any, family: str, weight: str) -> Any:
    subset = import_module("fontTools.subset")
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 3, 4, 6, 13, 14])
    cut = subset.Subsetter(options)
    cut.populate(unicodes=LETTERS + SIGNS)
    cut.subset(font)
    style = {1: family, 2: "Regular", 3: f"{family} {weight}", 4: family, 6: family.replace(" ", "")}
    for record in font["name"].names:
        if record.nameID in style:
            record.string = style[record.nameID]
    return font


def main(sans: Path, serif: Path) -> None:
    read = import_module("fontTools.ttLib").TTFont
    limit = import_module("fontTools.varLib.instancer").instantiateVariableFont
    upright = read(sans / "VF" / "SourceSans3VF-Upright.ttf")
    variable = limit(small(upright, "Spieltisch Sans", "400-700"), {"wght": (400, 400, 700)})
    title = read(serif / "TTF" / "SourceSerif4-Semibold.ttf")
    fonts = {"sans": variable, "serif": small(title, "Spieltisch Serif", "600")}
    TARGET.mkdir(parents=True, exist_ok=True)
    sizes = []
    for name, font in fonts.items():
        font.flavor = "woff2"
        font.save(TARGET / f"{name}.woff2")
        sizes.append((TARGET / f"{name}.woff2").stat().st_size)
        missing = [chr(code) for code in SIGNS if code not in font.getBestCmap()]
        print(f"{name}: {sizes[-1]:,} bytes, without {' '.join(missing) or 'nothing'}")
    licences = [(folder / "LICENSE.md").read_text(encoding="utf-8").strip() for folder in (sans, serif)]
    (TARGET / "LICENSE.md").write_text("\n\n---\n\n".join(licences) + "\n", encoding="utf-8")
    assert sum(sizes) < MOST, f"{sum(sizes):,} bytes are too many"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
