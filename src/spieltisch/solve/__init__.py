"""Exact answers, from games that can solve a turn: games/<game>/bots.py then has `solve_turn`."""
