"""What hex wargames share: costs of steps, movement ranges and phases, placing, retreats and losses.

It knows sides, units and stacks, but no game. A game takes a frame from here and overrides the methods that its booklet
words differently; zones of control, supply and combat are its own.
"""
