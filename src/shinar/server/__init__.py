"""The web application: HTTP and WebSocket, tables and seats, storage, bots in worker processes."""
