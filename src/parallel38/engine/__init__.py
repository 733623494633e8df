"""The rules engine: everything that a board wargame needs and that belongs to no particular one.

Read in this order: `values` (names, actions, frames and how they are written), `state` (what changes), `flow` (frames,
offers, refusals: what a rule module implements), `chance`, `rules` (what is fixed while a game is played), `game` (the
object that players use), `records`, `positions`, `charts`, `texts`.
"""
