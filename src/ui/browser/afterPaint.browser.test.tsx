import { expect, test, vi } from 'vitest'
import { afterPaint } from './afterPaint.ts'

test('calls after the next frame, and not if it is cancelled', async () => {
  const called: string[] = []
  afterPaint(() => called.push('kept'))
  const cancel = afterPaint(() => called.push('cancelled'))
  requestAnimationFrame(() => called.push('frame'))
  cancel()
  await vi.waitFor(() => expect(called).toEqual(['frame', 'kept']))
})

test('calls in a hidden page, which has no frames', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  try {
    const called = vi.fn<() => void>()
    afterPaint(called)
    await vi.waitFor(() => expect(called).toHaveBeenCalledOnce())
    expect(frames).not.toHaveBeenCalled()
  } finally {
    frames.mockRestore()
    hidden.mockRestore()
  }
})
