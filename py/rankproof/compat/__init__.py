"""Faces of other tools: the same names and calls, scored by this package."""
