import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useEscape } from './useEscape.ts'

function Panel({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  useEscape(isOpen, close)
  return isOpen ? <aside>Open</aside> : null
}

const pressEscape = (isTaken = false) => {
  const event = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
  if (isTaken) event.preventDefault()
  window.dispatchEvent(event)
}

/** Once the panel is there, or gone: before the next paint. */
const panel = (isThere: boolean) =>
  new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if ((document.querySelector('aside') !== null) !== isThere) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })

test('Escape closes what is open from the commit on, and nothing once it is closed or where a part took the key', async () => {
  const close = vi.fn<() => void>()
  // As the page does it: what renders for tests waits for effects.
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const opened = panel(true)
  root.render(<Panel isOpen close={close} />)
  await opened
  pressEscape(true)
  expect(close).not.toHaveBeenCalled()
  pressEscape()
  expect(close).toHaveBeenCalledOnce()
  const closed = panel(false)
  root.render(<Panel isOpen={false} close={close} />)
  await closed
  pressEscape()
  expect(close).toHaveBeenCalledOnce()
  root.unmount()
})
