"""`python -m spieltisch.cli`."""

from spieltisch.cli import main

main()
