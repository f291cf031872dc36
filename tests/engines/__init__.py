"""The page's main flows, told once and played in every browser engine that is installed."""
