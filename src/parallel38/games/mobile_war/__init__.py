"""KOREA: The Mobile War: the year in which armies moved, June 1950 to June 1951."""
