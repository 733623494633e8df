"""What examples miss: random games with invariants checked on the way, distorted lines, positions and files."""

from parallel38.fuzz.games import InvariantError, Tally, fuzz, inside_offers, look, mutate

__all__ = ["InvariantError", "Tally", "fuzz", "inside_offers", "look", "mutate"]
