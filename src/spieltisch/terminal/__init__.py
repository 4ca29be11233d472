"""The table in the terminal. It draws what a view shows, asks for one of its moves, and knows no game."""
