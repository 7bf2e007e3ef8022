"""How messages come in and go out: HTTP, WebSocket, limits, the page."""
