// Made from the content.py of the game by spieltisch.server.typescript. Do not edit.

export const FORM = {
  "width": 10,
  "letters": "ABCDEFGHIJKLMNOPQRSTUVWX",
  "rules": {"red": "different", "yellow": "different", "blue": "equal", "grey": "equal", "purple": "two_numbers", "orange": "one_half", "green": "anything"},
  "numbers": 6,
  "areas": 24,
  "links": 12,
  "boxes": 22,
  "highest_value": 99,
} as const
