"""Computer players of The Forgotten War."""
