"""Computer players of The Mobile War: recruit and veteran."""
