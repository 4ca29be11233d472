"""`python -m spieltisch` is the command `spieltisch`."""

from spieltisch.terminal.cli import main

main()
