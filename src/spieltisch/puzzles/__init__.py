"""Positions to learn from, made from games that bots played: what each legal move is worth, and who misses the best."""
