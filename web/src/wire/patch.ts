/** Applies what `spieltisch.server.wire.patch` found: nested objects down to [value]; "#" is a new length. */
export function patched<T>(old: T, patch: unknown): T {
  if (Array.isArray(patch)) return patch[0] as T
  if (patch === null || typeof patch !== 'object') return old
  const changes = patch as Record<string, unknown>
  if (Array.isArray(old)) {
    const list = old.slice() as unknown[]
    if (typeof changes['#'] === 'number') list.length = changes['#']
    for (const [index, change] of Object.entries(changes)) {
      if (index !== '#') list[Number(index)] = patched(list[Number(index)], change)
    }
    return list as T
  }
  const object = { ...(old as object) } as Record<string, unknown>
  for (const [name, change] of Object.entries(changes)) object[name] = patched(object[name], change)
  return object as T
}
