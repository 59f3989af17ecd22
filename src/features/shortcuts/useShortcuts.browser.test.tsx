import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useShortcuts } from './useShortcuts.ts'

function Summarise({ act }: { readonly act: () => void }) {
  useShortcuts({ summarise: act })
  return <button type="button">Summarise</button>
}

test('a key acts as soon as its button is there, before the next paint too', async () => {
  const act = vi.fn<() => void>()
  const seen = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('button') === null) return
      observer.disconnect()
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 's' }))
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  // As the page does it: what renders for tests waits for effects.
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Summarise act={act} />)
  await seen
  expect(act).toHaveBeenCalledOnce()
  root.unmount()
})
