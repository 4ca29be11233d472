"""How the database came to look as it does; `Store.open` brings an older one up to date."""
