"""One table: who sits there, what its log says, what can be done at it, and where it is kept. Server and terminal are
two transports over it."""
