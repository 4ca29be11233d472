"""Environments for agents that learn, all over one definition of what they do and see (spaces.py)."""
