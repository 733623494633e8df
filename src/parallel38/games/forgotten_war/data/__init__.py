"""The Forgotten War's data files: three boards, units and markers, charts, the list of rules."""

from parallel38.wargame.files import GameFiles

FILES = GameFiles("parallel38.games.forgotten_war")
BATTLES = ("naktong", "chosin", "chipyongni")
"""The battles; each has a board of its name."""
board, table, look = FILES.board, FILES.table, FILES.look
