"""Measurements of speed and memory against the peers: python3 build.py bench."""
