"""The table in the browser: seats by link, sockets, storage, opponents in their own processes."""
