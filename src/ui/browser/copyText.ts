/** Copies text to the clipboard; false if the browser refuses. On plain http only the old way works. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const before = document.activeElement
  area.value = text
  area.setAttribute('readonly', '')
  area.setAttribute('aria-hidden', 'true')
  area.style.position = 'fixed'
  area.style.insetBlockStart = '-100px'
  // Behind an open dialog nothing can be selected.
  const host = before?.closest('dialog') ?? document.body
  host.append(area)
  area.select()
  // Deprecated, but the only way if `navigator.clipboard` is missing.
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return done
}
