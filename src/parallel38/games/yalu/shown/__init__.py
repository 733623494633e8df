"""What players of Yalu are shown: counters, arrows, fights, facts about hexes and forces, overlays."""

from parallel38.games.yalu.shown.faces import QUIET, arrows, face, unit_notes
from parallel38.games.yalu.shown.facts import forces, hex_facts
from parallel38.games.yalu.shown.fights import fight
from parallel38.games.yalu.shown.overlays import OVERLAYS, reach
from parallel38.games.yalu.shown.tracks import tracks

__all__ = ("OVERLAYS", "QUIET", "arrows", "face", "fight", "forces", "hex_facts", "reach", "tracks", "unit_notes")
