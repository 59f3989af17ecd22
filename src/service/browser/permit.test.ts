import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPermit } from './permit.ts'

describe('createPermit', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('says once that its file has gone, and looks now and then only', () => {
    const looks: string[] = []
    const permit = createPermit((url) => {
      looks.push(url)
      return looks.length < 4
    })
    expect(permit.give('one')).toBe(true)
    permit.begin()
    const taken: number[] = []
    for (let ms = 0; ms < 2000; ms += 1) {
      if (permit.isTakenBack()) taken.push(ms)
      vi.advanceTimersByTime(1)
    }
    expect(looks).toEqual(['one', 'one', 'one', 'one'])
    expect(taken).toEqual([800])
  })

  it('is never taken back where its file can not be read to begin with', () => {
    const permit = createPermit(() => false)
    expect(permit.give('two')).toBe(false)
    permit.begin()
    vi.advanceTimersByTime(1000)
    expect(permit.isTakenBack()).toBe(false)
  })
})
