"""Everything that a page shows of a game, as plain dictionaries in a language: what `docs/http.md` describes.

Functions over a `Game`, or over a `Snapshot` of one if several questions are asked about the same situation. The
service adds what it alone knows, such as the names of games and of players.
"""

from parallel38.desk.account import account
from parallel38.desk.boards import board_css, board_svg, map_of, sheet_svg
from parallel38.desk.forces import forces
from parallel38.desk.guide import guide
from parallel38.desk.log import log, moments
from parallel38.desk.offers import actions, offers, reach
from parallel38.desk.overlays import hex_facts, overlay
from parallel38.desk.plan import plan
from parallel38.desk.reference import chapters, charts, own_charts, rules
from parallel38.desk.rolls import roll
from parallel38.desk.since import since
from parallel38.desk.situation import faces, new_faces, situation
from parallel38.desk.snapshot import Snapshot
from parallel38.desk.thoughts import advice, thoughts
from parallel38.desk.titles import start, titles, words
from parallel38.desk.tutorial import tutorial
from parallel38.desk.words import short_name, told_refusal

__all__ = [
    "Snapshot",
    "account",
    "actions",
    "advice",
    "board_css",
    "board_svg",
    "chapters",
    "charts",
    "faces",
    "forces",
    "guide",
    "hex_facts",
    "log",
    "map_of",
    "moments",
    "new_faces",
    "offers",
    "overlay",
    "own_charts",
    "plan",
    "reach",
    "roll",
    "rules",
    "sheet_svg",
    "short_name",
    "since",
    "situation",
    "start",
    "thoughts",
    "titles",
    "told_refusal",
    "tutorial",
    "words",
]
