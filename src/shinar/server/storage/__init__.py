"""The database: every change is one transaction."""
