"""Computer players of Yalu: what each side knows, wants and does. What games share is in `parallel38.players`."""
