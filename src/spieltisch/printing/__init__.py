"""Paper: pads, cards and rules of a game, and a finished game as a keepsake, as PDF files of lines and letters.

`pads.py` of a game draws what is its own (contract.py: `Printing`); here it is put on pages. docs/print.md says what
there is, docs/decisions/0028-print.md why it is made like this.
"""
