"""Faces of other evaluation packages: a script that imports one of them runs on Rankproof after one changed import."""
