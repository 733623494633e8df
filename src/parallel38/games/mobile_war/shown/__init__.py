"""What people are shown of a situation: counters, facts about hexes and forces, overlays of the map."""
