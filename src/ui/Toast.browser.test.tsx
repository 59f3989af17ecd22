import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { showLastingToast, showToast, Toaster } from './Toast.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('a notice that can be read nowhere else stays until it is closed; others go by themselves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const screen = await render(<Toaster />)
  const notice = screen.getByRole('status', { name: 'Notice' })
  showToast('Copied.')
  await expect.element(notice).toHaveTextContent('Copied.')
  vi.advanceTimersByTime(60_000)
  await expect.element(notice).toBeEmptyDOMElement()
  showLastingToast('Saved. 3 numbers were written as text.')
  await expect.element(notice).toHaveTextContent('Saved. 3 numbers were written as text.')
  vi.advanceTimersByTime(60_000)
  await expect.element(notice).toHaveTextContent('Saved. 3 numbers were written as text.')
  await screen.getByRole('button', { name: 'Close the notice' }).click()
  await expect.element(notice).toBeEmptyDOMElement()
})
