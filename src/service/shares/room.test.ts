import { describe, expect, it } from 'vitest'
import { createRoom } from './room.ts'

/** A room with a clock that is set by hand, in which quick work took 2 ms a hundred times. */
function make(most = 4) {
  const clock = { ms: 0 }
  const room = createRoom({ most, now: () => clock.ms })
  const quick = (tookMs: number, isBeside: boolean, times = 1): void => {
    for (let n = 0; n < times; n += 1) {
      clock.ms += tookMs
      room.note('reader', 'rows', tookMs, isBeside)
    }
  }
  quick(2, false, 100)
  return { clock, room, quick }
}

/** Heavy work that goes on beside quick work, for so many seconds. */
function beside({ room, quick }: ReturnType<typeof make>, tookMs: number, seconds: number): void {
  for (let n = 0; n < seconds; n += 1) {
    quick(tookMs, true, Math.round(1000 / tookMs))
    room.ran(1000)
  }
}

describe('the room for heavy work', () => {
  it('is one piece at first, and grows to the most where nobody is slowed', () => {
    const made = make(3)
    expect(made.room.size).toBe(1)
    beside(made, 2.4, 3)
    expect(made.room.size).toBe(2)
    beside(made, 2.4, 60)
    expect(made.room.size).toBe(3)
    expect(made.room.isHurting).toBe(false)
  })

  it('shrinks within a few quick pieces of work that take ten times as long, down to a fortieth', () => {
    const made = make()
    made.quick(20, true, 2)
    expect(made.room.isHurting).toBe(true)
    expect(made.room.size).toBe(0.25)
    made.quick(20, true, 20)
    expect(made.room.size).toBe(0.025)
    expect(made.room.slowdown).toBeGreaterThan(5)
  })

  it('takes one of two or more away first', () => {
    const made = make()
    beside(made, 2, 60)
    expect(made.room.size).toBe(4)
    made.quick(5, true, 25)
    expect(made.room.size).toBe(1)
  })

  it('shrinks where one in ten is held up badly, also by work that ends again and again', () => {
    const made = make()
    for (let n = 0; n < 10; n += 1) {
      made.quick(2, true, 9)
      made.quick(12, true)
      made.room.ran(5)
      made.room.calm()
    }
    expect(made.room.size).toBeLessThan(1)
  })

  it('is not alarmed by a stray one, nor by what slows quick work without heavy work, too', () => {
    const made = make()
    for (let n = 0; n < 20; n += 1) {
      made.quick(20, true)
      made.quick(2, true, 30)
    }
    expect(made.room.isHurting).toBe(false)
    const busy = make()
    busy.quick(7, false, 60)
    busy.quick(7, true, 200)
    expect(busy.room.isHurting).toBe(false)
    expect(busy.room.size).toBe(1)
  })

  it('says nothing of quick work that it does not know alone', () => {
    const room = createRoom({ most: 2, now: () => 0 })
    for (let n = 0; n < 100; n += 1) room.note('reader', 'rows', 500, true)
    expect(room.size).toBe(1)
  })

  it('grows back in steps with heavy work that does no harm, and by time without any', () => {
    const made = make()
    made.quick(20, true, 40)
    expect(made.room.size).toBe(0.025)
    made.room.calm()
    expect(made.room.isHurting).toBe(false)
    made.quick(2, true, 40)
    made.room.ran(100)
    expect(made.room.size).toBe(0.05)
    made.clock.ms += 30_000
    expect(made.room.size).toBe(0.4)
    made.clock.ms += 60_000
    expect(made.room.size).toBe(1)
  })

  it('tries more than one piece ever more seldom where that does harm', () => {
    const made = make(2)
    let harmful = 0
    for (let second = 0; second < 600; second += 1) {
      const isMore = made.room.size > 1
      if (isMore) harmful += 1
      beside(made, isMore ? 8 : 2, 1)
      if (made.room.isHurting) made.room.calm()
    }
    expect(harmful).toBeGreaterThan(2)
    expect(harmful).toBeLessThan(20)
  })
})
