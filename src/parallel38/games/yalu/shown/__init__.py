"""What players of Yalu are shown: counters, arrows, facts about hexes and forces, and overlays of the map."""

from parallel38.games.yalu.shown.faces import QUIET, arrows, face, unit_notes
from parallel38.games.yalu.shown.facts import forces, hex_facts
from parallel38.games.yalu.shown.overlays import OVERLAYS, reach

__all__ = ("OVERLAYS", "QUIET", "arrows", "face", "forces", "hex_facts", "reach", "unit_notes")
