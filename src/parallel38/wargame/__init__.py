"""Shared by hex wargames: sides, data files, odds, order of battle, threats; movement, placing, retreats and losses.

The package knows sides, units and stacks, but no particular game. A game takes a frame from here and overrides the
methods that its booklet words differently; zones of control, supply and combat are its own.
"""
