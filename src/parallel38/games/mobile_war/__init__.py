"""KOREA: The Mobile War, 1950 to 1951: invasion, intervention, stalemate, and the campaign that joins them."""
