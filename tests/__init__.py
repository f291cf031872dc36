"""Tests of Rankproof: units, reference results, and the page in a browser."""
