"""What pages draw with that sheets have too: markers, flags and arrows as fragments, and how counters are stacked."""

from typing import Any

from parallel38.draw import counters, markers


def signs_of(look: dict[str, Any]) -> dict[str, Any]:
    """The signs of a game as SVG fragments around the origin, the shadows of counters in a box of 100 by 100, and the
    measures of stacks in hundredths of a hex."""
    stack = {"beside": counters.BESIDE, "edges": counters.EDGES, "step": counters.STEP}
    shadows = {corners: counters.shadow(corners) for corners in counters.OUTLINE}
    return {**markers.signs(look), "shadow": shadows, "stack": stack}
