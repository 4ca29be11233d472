import type { LogLine, NoticeShown } from '../wire/messages'

/** A line of the log, or a notice of who sits where, in the place where it happened. */
export type Told = { readonly line: LogLine } | { readonly notice: NoticeShown; readonly number: number }

/** Both together, the newest first. */
export function told(lines: readonly LogLine[], notices: readonly NoticeShown[]): readonly Told[] {
  const all: { told: Told; after: number }[] = lines.map((line) => ({ told: { line }, after: line.event + 1 }))
  notices.forEach((notice, number) => all.push({ told: { notice, number }, after: notice.events + 0.5 }))
  return all.sort((a, b) => a.after - b.after).map((each) => each.told).reverse()
}
