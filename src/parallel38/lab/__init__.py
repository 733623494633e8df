"""The laboratory: many games at once, what they say about players and balance, and the tuning of weights."""
