import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { settings } from '../../workspace/settings.ts'
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

function Two({ single, held }: { readonly single: () => void; readonly held: () => void }) {
  useShortcuts({ summarise: single, jumpTo: held })
  return null
}

test('turned off in Settings, single keys do nothing, and others still act', async () => {
  const [single, held] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Two single={single} held={held} />)
  await vi.waitFor(() => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    expect(held).toHaveBeenCalled()
  })
  settings.singleKeys.set(false)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 's' }))
  expect(single).not.toHaveBeenCalled()
  settings.singleKeys.set(true)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 's' }))
  expect(single).toHaveBeenCalledOnce()
  root.unmount()
})
