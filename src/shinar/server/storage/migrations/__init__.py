"""The steps that bring a database to the current schema."""
