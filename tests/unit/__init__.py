"""Tests of the package, part by part."""
