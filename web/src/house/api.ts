import type { Problem } from '../wire/api'
import { base } from '../wire/base'

/** An answer that is an error: one sentence for the person, and the paragraph if a rule forbids it. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    text: string,
    readonly paragraph = '',
  ) {
    super(text)
  }
}

/** The server cannot be reached. */
export class Away extends Error {}

export function get<T>(path: string, key?: string): Promise<T> {
  return answer(path, { headers: bearer(key) })
}

export function post<T>(path: string, body: unknown, key?: string): Promise<T> {
  return send('POST', path, body, key)
}

export function put<T>(path: string, body: unknown, key?: string): Promise<T> {
  return send('PUT', path, body, key)
}

/** What is at this address shall be there no longer. */
export function remove<T>(path: string, key?: string): Promise<T> {
  return answer(path, { method: 'DELETE', headers: bearer(key) })
}

function send<T>(method: string, path: string, body: unknown, key?: string): Promise<T> {
  const headers = { 'Content-Type': 'application/json', ...bearer(key) }
  return answer(path, { method, headers, body: JSON.stringify(body) })
}

const bearer = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { Authorization: `Bearer ${key}` })

async function answer<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response
  try {
    response = await fetch(`${base}/api/${path}`, init)
    if (response.ok) return (await response.json()) as T
  } catch {
    throw new Away() // perhaps in the middle of its answer
  }
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null
  throw new Trouble(response.status, problem?.text ?? '', problem?.paragraph ?? '')
}
