"""Everything that a page shows of a game, as plain dictionaries in a language: what `docs/http.md` describes.

Pure functions over `Game`; whoever serves them adds what only he knows, such as names of games and of players.
"""

from parallel38.desk.asking import actions, offers, plan, reach, told_refusal
from parallel38.desk.looking import account, at, log, moments
from parallel38.desk.overlays import forces, hex_facts, overlay
from parallel38.desk.rolls import roll
from parallel38.desk.shelf import board_css, board_svg, chapters, charts, map_of, own_charts, rules, start, titles
from parallel38.desk.situation import faces, situation
from parallel38.desk.thoughts import advice, thoughts
from parallel38.desk.tutorial import tutorial

__all__ = [
    "account",
    "actions",
    "advice",
    "at",
    "board_css",
    "board_svg",
    "chapters",
    "charts",
    "faces",
    "forces",
    "hex_facts",
    "log",
    "map_of",
    "moments",
    "offers",
    "overlay",
    "own_charts",
    "plan",
    "reach",
    "roll",
    "rules",
    "situation",
    "start",
    "thoughts",
    "titles",
    "told_refusal",
    "tutorial",
]
