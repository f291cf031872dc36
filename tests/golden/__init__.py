"""Tests against reference results: trec_eval 10.0's output, and problems that people really met."""
