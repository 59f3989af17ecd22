/**
 * From now until a panel that is on its way has the focus, keys run nothing: what is typed goes into its field. Esc and a
 * press of the pointer give it up.
 */
export function typeAhead(): void {
  let text = ''
  let isEntered = false
  const waiting = new AbortController()
  const { signal } = waiting
  const end = () => waiting.abort()
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || key === 'Shift') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key === 'Escape') end()
    else if (key === 'Enter') isEntered = true
    else if (isEntered) return
    else if (key === 'Backspace') text = text.slice(0, -1)
    else if (/^.$/u.test(key)) text += key
  }
  const arrive = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.closest('[popover], dialog') === null) return
    end()
    if (!(target instanceof HTMLInputElement)) return
    // As if it were typed now, for the field and for those who listen to it. Nothing else does that.
    // oxlint-disable-next-line typescript/no-deprecated
    if (text !== '') document.execCommand('insertText', false, text)
    const enter = () => target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    // After what was typed has been taken in.
    if (isEntered) requestAnimationFrame(enter)
  }
  window.addEventListener('keydown', press, { signal, capture: true })
  window.addEventListener('focusin', arrive, { signal })
  window.addEventListener('pointerdown', end, { signal, capture: true })
  setTimeout(end, MOST_MS)
}

/** What has not come by then, on a slow network too, does not come. */
const MOST_MS = 30_000
