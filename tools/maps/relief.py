"""The shaded relief under the board: a picture of exactly the rectangle around all hexes.

Land is lit from the board's upper left, twice: once as it is and once smoothed, so that whole ranges stand out and not
only single ridges. Tones are light, because counters, terrain tints and lines come on top.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from maps import battle, earth
from maps.layout import Box
from maps.projection import Array, Fit

Field = NDArray[np.floating[Any]]

HEIGHT = 2700
COARSEST = 43
"""A picture has at least so many pixels to a hex, and is higher for it if need be."""
QUALITY = 88
FINE = 60
"""Pixels to a hex on the boards of battles, whose heights are known at four points to a hex."""
TONES = [  # metres, paper colour
    (0, "#E1E5C6"),
    (60, "#E6E6C8"),
    (200, "#EBE2C3"),
    (450, "#E8D6B0"),
    (800, "#DFC499"),
    (1200, "#D3AF84"),
    (1700, "#C39B74"),
    (2400, "#B58D6C"),
]
SEA = [  # hexes from the shore, water colour
    (0.0, "#C3D6DA"),
    (0.4, "#BDD2D8"),
    (1.0, "#B0C8D1"),
    (2.0, "#9DBAC7"),
    (3.2, "#90AFBF"),
    (5.0, "#88A8B9"),
]
SHORE_LINES = [(0.07, 0.22), (0.16, 0.15), (0.28, 0.10), (0.43, 0.06)]
"""Distance from the shore and strength of each line."""
LAKE = "#AFC9D3"
SHADOW = np.array([86, 74, 92], np.float32)
"""Shadows lean to violet, lights to warm white."""


def picture(elevation: earth.Elevation, fit: Fit, box: Box, rings: dict[str, list[Array]]) -> Image.Image:
    """The relief of a board whose outlines of land and lakes are given."""
    scale = max(HEIGHT / (box.bottom - box.top), COARSEST)
    size = round((box.right - box.left) * scale), round((box.bottom - box.top) * scale)
    land, lakes = (_mask(rings[name], box, size) for name in ("land", "lakes"))
    lat, lon = _earth_of_pixels(fit, box, size)
    metres = elevation.smooth(elevation.ground, lat, lon)
    shade = _shade(metres, 1000 * fit.km_per_hex / scale)
    ground = _ramp(np.maximum(metres, 0), TONES)
    ground = _lit(ground, shade)
    water = _water(land, scale)
    still = np.asarray(Image.new("RGB", (1, 1), LAKE), np.float32) + 0 * ground
    colour = water + (ground - water) * land[..., None]
    colour += (still - colour) * lakes[..., None]
    rim = _rim(land) + 0.6 * _rim(lakes) * (land > 0.5)
    colour += (np.array([92, 116, 128], np.float32) - colour) * np.clip(rim, 0, 1)[..., None] * 0.55
    return Image.fromarray(np.clip(colour + 0.5, 0, 255).astype(np.uint8))


def battlefield(lattice: earth.Lattice, box: Box, shade: battle.Shade, metres_to_a_hex: float) -> Image.Image:
    """The relief of a battle's board: tones by height, lit softly, because the lattice is coarser than the picture."""
    size = round((box.right - box.left) * FINE), round((box.bottom - box.top) * FINE)
    x = box.left + (np.arange(size[0]) + 0.5) * (box.right - box.left) / size[0]
    y = box.top + (np.arange(size[1]) + 0.5) * (box.bottom - box.top) / size[1]
    metres = _blur(lattice.smooth(*np.meshgrid(x, y)), 0.6 * lattice.step * FINE)
    slopes = metres * (shade.exaggeration * FINE / metres_to_a_hex)
    light = 0.9 * _light(slopes) + 0.5 * _light(_blur(slopes, FINE))
    colour = _lit(_ramp(metres, shade.tones), np.clip(light, -1, 1))
    return Image.fromarray(np.clip(colour + 0.5, 0, 255).astype(np.uint8))


def _mask(rings: list[Array], box: Box, size: tuple[int, int]) -> Field:
    """How much of each pixel the rings cover."""
    fine = 3
    image = Image.new("L", (size[0] * fine, size[1] * fine))
    draw = ImageDraw.Draw(image)
    scale = np.array([size[0] / (box.right - box.left), size[1] / (box.bottom - box.top)]) * fine
    for ring in rings:
        draw.polygon([tuple(p) for p in (ring - [box.left, box.top]) * scale], fill=255)
    return np.asarray(image.resize(size, Image.Resampling.BOX), np.float32) / 255


def _earth_of_pixels(fit: Fit, box: Box, size: tuple[int, int]) -> tuple[Field, Field]:
    """Latitude and longitude of each pixel: exact on a coarse net, straight between its knots."""
    step = 12
    nx, ny = size[0] // step + 2, size[1] // step + 2
    x = box.left + (np.arange(nx) * step) * (box.right - box.left) / size[0]
    y = box.top + (np.arange(ny) * step) * (box.bottom - box.top) / size[1]
    knots = fit.inverse(np.stack(np.meshgrid(x, y), -1))

    def between(field: Array) -> Field:
        u, v = (np.arange(size[0]) + 0.5) / step, (np.arange(size[1]) + 0.5) / step
        i, j = u.astype(int), v.astype(int)
        fu, fv = (u - i)[None], (v - j)[:, None]
        top = field[j][:, i] * (1 - fu) + field[j][:, i + 1] * fu
        return top * (1 - fv) + (field[j + 1][:, i] * (1 - fu) + field[j + 1][:, i + 1] * fu) * fv

    return between(knots[0]), between(knots[1])


def _blur(field: Field, radius: float) -> Field:
    """A field smoothed over a distance in pixels."""
    image = Image.fromarray(field.astype(np.float32))
    small = max(1, int(radius / 4))  # a wide blur needs no fine grid
    size = (image.width // small, image.height // small)
    work = np.asarray(image.resize(size, Image.Resampling.BOX))
    weights = np.exp(-((np.arange(-12, 13) * small / radius) ** 2) / 2)
    weights /= weights.sum()
    for axis in (0, 1):
        padded = np.pad(work, [(12, 12) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
        n = work.shape[axis]
        work = np.add.reduce([w * np.take(padded, range(k, k + n), axis) for k, w in enumerate(weights)])
    back = Image.fromarray(np.asarray(work, np.float32)).resize((image.width, image.height), Image.Resampling.BICUBIC)
    return np.asarray(back)


def _shade(metres: Field, pixel: float) -> Field:
    """Light from -1 (deep shadow) to 1, level ground at nought."""

    fine, broad = _light(_blur(metres, 1.5) * (4 / pixel)), _light(_blur(metres, 14) * (9 / pixel))
    return np.clip(0.85 * fine + 0.75 * broad, -1, 1)


def _light(field: Field) -> Field:
    """How a surface, in pixels of height, is lit from the upper left; level ground at nought."""
    dy, dx = np.gradient(field)
    steep = np.sqrt(1 + dx * dx + dy * dy)
    total = np.zeros_like(field)
    for bearing, height, weight in ((315, 45, 0.5), (270, 38, 0.2), (0, 38, 0.2), (225, 30, 0.1)):
        a, h = np.radians(bearing), np.radians(height)
        toward = np.sin(a) * np.cos(h), -np.cos(a) * np.cos(h), np.sin(h)  # x right, y down, up
        total += weight * ((-dx * toward[0] - dy * toward[1] + toward[2]) / steep - toward[2])
    return total


def _lit(colour: Field, shade: Field) -> Field:
    dark, bright = np.clip(-shade, 0, 1)[..., None], np.clip(shade, 0, 1)[..., None]
    colour = colour + (SHADOW - colour) * (0.62 * dark)
    return colour + (np.array([255, 252, 240], np.float32) - colour) * (0.85 * bright)


def _ramp(field: Field, stops: Sequence[tuple[float, str]]) -> Field:
    """Colours by value, straight between the stops."""
    at = [value for value, _ in stops]
    rgb = np.array([[int(tone[i : i + 2], 16) for i in (1, 3, 5)] for _, tone in stops])
    return np.stack([np.interp(field, at, rgb[:, k]) for k in range(3)], -1).astype(np.float32)


def _water(land: Field, scale: float) -> Field:
    """The sea: deeper in colour away from the shore, with a few lines that follow it."""
    near = _from_shore(land, 2, SHORE_LINES[-1][0] * 2, scale)
    colour = _ramp(_blur(_from_shore(land, 6, SEA[-1][0], scale), 0.25 * scale), SEA)
    line = sum(strength * np.exp(-(((near - at) / 0.013) ** 2)) for at, strength in SHORE_LINES)
    return colour + (np.array([70, 104, 124], np.float32) - colour) * np.asarray(line)[..., None]


def _from_shore(land: Field, coarse: int, reach: float, scale: float) -> Field:
    """Hexes from each pixel to the nearest land, at most `reach`, worked out on a coarser grid."""
    height, width = land.shape
    mask = Image.fromarray((land * 255).astype(np.uint8)).resize((width // coarse, height // coarse))
    far = _distance(np.asarray(mask) > 127, int(reach * scale / coarse) + 2) * (coarse / scale)
    return np.asarray(Image.fromarray(far).resize((width, height), Image.Resampling.BICUBIC))


def _distance(mask: NDArray[np.bool_], reach: int) -> Field:
    """Pixels from each pixel to the nearest one of the mask, at most `reach`."""
    height, width = mask.shape
    column = np.arange(width, dtype=np.float32)
    left = np.maximum.accumulate(np.where(mask, column, -1e6), 1)
    right = np.minimum.accumulate(np.where(mask, column, 1e6)[:, ::-1], 1)[:, ::-1]
    along = (np.minimum(np.minimum(column - left, right - column), reach) ** 2).astype(np.float32)
    best = along.copy()
    for k in range(1, min(reach, height)):
        np.minimum(best[k:], along[:-k] + k * k, out=best[k:])
        np.minimum(best[:-k], along[k:] + k * k, out=best[:-k])
    return np.minimum(np.sqrt(best), reach)


def _rim(mask: Field) -> Field:
    """A thin line where a mask ends."""
    image = Image.fromarray((mask * 255).astype(np.uint8))
    edge = np.asarray(image.filter(ImageFilter.MaxFilter(3)), np.float32)
    edge = edge - np.asarray(image.filter(ImageFilter.MinFilter(3)), np.float32)
    return edge / 255
