"""Nets that judge positions are trained here by self-play; docs/nets.md tells how and what came of it."""
