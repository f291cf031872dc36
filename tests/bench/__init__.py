"""Benchmarks: they print figures, and prove nothing."""
