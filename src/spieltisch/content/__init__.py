"""People's own decks and sheets: one format for the disk, the wire and a link; and where they are kept."""
