import { base } from '../wire/base'

/** What the tab, the icon of the app and the browser itself say about whose turn it is. */

const ICON = `${base}/icon.svg`
const ICON_TURN = `${base}/icon-turn.svg`

/** Only over https or on the own machine; elsewhere browsers have no notifications. */
export const canNotify = (): boolean => 'Notification' in globalThis && isSecureContext

export async function askLeave(): Promise<boolean> {
  return Notification.permission === 'granted' || (await Notification.requestPermission()) === 'granted'
}

/** A dot in the icon of the tab, and a number on the icon of the app where there is one. */
export function mark(tables: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const wanted = tables > 0 ? ICON_TURN : ICON
  if (icon !== null && icon.getAttribute('href') !== wanted) icon.href = wanted
  const badge = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>
  void (tables > 0 ? badge.setAppBadge?.(tables) : badge.clearAppBadge?.())?.catch(() => {})
}

/** One for each table: a newer one takes the place of the older. */
export async function notify(table: string, title: string, body: string): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return
  const options = { body, tag: table, icon: `${base}/icon-192.png`, data: `${base}/t/${table}` }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker !== undefined) return worker.showNotification(title, options)
  const shown = new Notification(title, options)
  shown.onclick = () => {
    focus()
    shown.close()
  }
}

/** Nobody is waited for any more. */
export async function withdraw(table: string): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return
  const worker = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await worker?.getNotifications({ tag: table })) ?? []) shown.close()
}
