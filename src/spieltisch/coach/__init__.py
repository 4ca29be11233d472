"""The coach: what a move is worth, what would have been better and why, what was luck. It knows no game."""
