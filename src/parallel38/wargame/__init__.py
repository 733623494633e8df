"""What hex wargames share: sides, data files, units, odds, order of battle, threats. It knows no particular game."""
