/** To the clipboard; without a secure connection there is none, and the old way by a field still works. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    ;(document.querySelector('dialog[open]') ?? document.body).append(field)
    field.select()
    document.execCommand('copy')
    field.remove()
  }
}
