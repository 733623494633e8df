"""From real geography to a game's board: the parts of the map builder."""
