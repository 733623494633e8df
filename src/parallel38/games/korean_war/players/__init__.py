"""Computer players of The Korean War."""
