"""An address as a QR code that a camera reads from paper."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spieltisch.printing.typesetting import needed

MARGIN = 4  # white modules around it, which a camera needs


def _code(text: str) -> Any:
    return needed("segno").make_qr(text, error="m", mode="byte", boost_error=False)


def modules(text: str) -> NDArray[np.bool_]:
    """The dark modules of the code, row by row."""
    return np.array([list(row) for row in _code(text).matrix], bool)


def svg(text: str) -> str:
    """The same as a picture, with its margin."""
    picture = BytesIO()
    _code(text).save(picture, kind="svg", border=MARGIN, xmldecl=False, svgclass=None, lineclass=None, omitsize=True)
    return picture.getvalue().decode()
