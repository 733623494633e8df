"""What players of The Mobile War are shown: counters, arrows, fights, facts about hexes and forces, overlays."""

from parallel38.games.mobile_war.shown.faces import QUIET, arrows, face, unit_notes
from parallel38.games.mobile_war.shown.facts import forces, hex_facts
from parallel38.games.mobile_war.shown.fights import fight
from parallel38.games.mobile_war.shown.overlays import OVERLAYS, reach
from parallel38.games.mobile_war.shown.tracks import tracks

__all__ = ("OVERLAYS", "QUIET", "arrows", "face", "fight", "forces", "hex_facts", "reach", "tracks", "unit_notes")
