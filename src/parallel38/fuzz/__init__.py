"""What examples miss: random games with invariants checked on the way, distorted lines, positions and files."""

from parallel38.fuzz.games import InvariantError, Tally, check_invariants, fuzz, inside_offers, mutate

__all__ = ["InvariantError", "Tally", "check_invariants", "fuzz", "inside_offers", "mutate"]
