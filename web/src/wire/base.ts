/** The path below which a proxy shows the house, as /games; empty at the root. The server writes it into the page. */
export const base = globalThis.document?.querySelector?.<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''
