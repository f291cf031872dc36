"""The working behind a number, what other conventions would make of the same data, and how much ties decide."""
