"""Drawings of tables as pictures, with Pillow and the font DejaVu Sans Mono, where both are installed."""
from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np
import numpy.typing as npt

FONT, SIZE, COLUMNS, ROWS = "DejaVuSansMono.ttf", 14, 80, 40


@functools.lru_cache(maxsize=None)
def font() -> Any:
    """The font; None without Pillow, or without the font."""
    try:
        return importlib.import_module("PIL.ImageFont").truetype(FONT, SIZE)
    except (ImportError, OSError):
        return None


def picture(text: str) -> npt.NDArray[np.uint8]:
    """A text in black on white, as (height, width, 3). Texts of up to ROWS lines give pictures of one size."""
    lines = text.split("\n")
    width, height = round(font().getlength(" ")) * COLUMNS, (SIZE + 4) * max(ROWS, len(lines))
    image = importlib.import_module("PIL.Image").new("RGB", (width, height), "white")
    draw = importlib.import_module("PIL.ImageDraw").Draw(image)
    for number, line in enumerate(lines):
        draw.text((0, (SIZE + 4) * number), line, "black", font())
    return np.asarray(image).copy()
