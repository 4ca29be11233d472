// Made from the Python classes by spieltisch.server.typescript. Do not edit.

export type HouseKey =
  | 'name'
