"""The games. Each is one folder: rules, words, view and expertise; none knows another."""
