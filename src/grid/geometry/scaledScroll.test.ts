import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MAX_CANVAS,
  placeAt,
  scrolled,
  scrollGeometry,
  settled,
  type ScrollGeometry,
  type ScrollPlace,
} from './scaledScroll.ts'

const ROW = 28
const sizes = [1_100_000, 50_000_000]
const lastOf = (g: ScrollGeometry) => ({ physical: g.canvas - g.viewport, virtual: g.content - g.viewport })

/** A scrollbar as browsers have them: it clips what it is asked for, and tells where it stands. */
function browser(geometry: ScrollGeometry, start = 0) {
  let place: ScrollPlace = placeAt(start, geometry)
  const to = (asked: number, byGesture: boolean) => {
    const got = Math.min(Math.max(asked, 0), lastOf(geometry).physical)
    if (got !== place.physical) place = scrolled(place, got, geometry, byGesture)
    return place
  }
  return {
    wheel: (step: number) => to(place.physical + step, true),
    thumb: (physical: number) => to(physical, false),
    rest: () => (place = settled(place, geometry)),
    place: () => place,
  }
}

const viewports = fc.integer({ min: 60, max: 4000 })
const gestures = fc.array(
  fc.oneof(
    fc.record({ wheel: fc.integer({ min: -3000, max: 3000 }) }),
    fc.record({ thumb: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.constant({ rest: true }),
  ),
  { maxLength: 60 },
)

describe('few rows', () => {
  it('leaves the scrollbar as it is', () => {
    const geometry = scrollGeometry(10_000, ROW, 700)
    expect(geometry.canvas).toBe(280_000)
    expect(scrolled({ physical: 0, virtual: 0 }, 123.5, geometry, true)).toEqual({ physical: 123.5, virtual: 123.5 })
    expect(placeAt(1e9, geometry)).toEqual({ physical: 279_300, virtual: 279_300 })
  })

  it('does not scroll what fits', () => {
    expect(placeAt(50, scrollGeometry(3, ROW, 700))).toEqual({ physical: 0, virtual: 0 })
    expect(placeAt(50, scrollGeometry(0, ROW, 700))).toEqual({ physical: 0, virtual: 0 })
  })
})

describe.each(sizes)('%i rows', (rows) => {
  const at = (viewport: number) => scrollGeometry(rows, ROW, viewport)

  it('has a canvas that every browser can draw', () => {
    expect(at(700).canvas).toBe(MAX_CANVAS)
  })

  it('reaches both ends exactly, wherever it stood, by thumb and by program', () => {
    fc.assert(
      fc.property(viewports, gestures, (viewport, moves) => {
        const geometry = at(viewport)
        const bar = browser(geometry)
        play(bar, moves, geometry)
        expect(bar.thumb(Number.MAX_SAFE_INTEGER).virtual).toBe(lastOf(geometry).virtual)
        play(bar, moves, geometry)
        expect(bar.thumb(-1).virtual).toBe(0)
        expect(placeAt(Number.MAX_SAFE_INTEGER, geometry)).toEqual(lastOf(geometry))
        expect(placeAt(-5, geometry)).toEqual({ physical: 0, virtual: 0 })
      }),
    )
  })

  it('follows the wheel to the pixel, also in a long turn without a rest', () => {
    fc.assert(
      fc.property(
        viewports,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.integer({ min: -2000, max: 2000 }), { maxLength: 200 }),
        (viewport, share, steps) => {
          const geometry = at(viewport)
          const start = Math.round(share * lastOf(geometry).virtual)
          const bar = browser(geometry, start)
          let expected = bar.place().virtual
          for (const step of steps) {
            expected = Math.min(Math.max(expected + step, 0), lastOf(geometry).virtual)
            expect(bar.wheel(step).virtual).toBe(expected)
          }
        },
      ),
    )
  })

  it('comes to the end by the wheel alone, with no gap and never stuck', () => {
    for (const rest of [true, false]) {
      const geometry = at(731)
      const bar = browser(geometry, lastOf(geometry).virtual - 400_000)
      let turns = 0
      while (bar.place().virtual < lastOf(geometry).virtual && turns < 10_000) {
        bar.wheel(100)
        if (rest) bar.rest()
        turns += 1
      }
      expect(bar.place()).toEqual(lastOf(geometry))
      expect(turns).toBeLessThan(4_010)
    }
  })

  it('keeps within bounds, whole pixels between the two, and moves no row when it rests', () => {
    fc.assert(
      fc.property(viewports, gestures, (viewport, moves) => {
        const geometry = at(viewport)
        const bar = browser(geometry)
        for (const move of moves) {
          play(bar, [move], geometry)
          const { physical, virtual } = bar.place()
          expect(virtual).toBeGreaterThanOrEqual(0)
          expect(virtual).toBeLessThanOrEqual(lastOf(geometry).virtual)
          expect(physical).toBeGreaterThanOrEqual(0)
          expect(physical).toBeLessThanOrEqual(lastOf(geometry).physical)
          expect(Math.abs(virtual - physical - Math.round(virtual - physical))).toBeLessThan(1e-6)
          expect(bar.rest().virtual).toBe(virtual)
        }
      }),
    )
  })

  it('is proportional: a thumb at a share of the bar shows about that share of the rows', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 0.98, noNaN: true }), (share) => {
        const geometry = at(700)
        const bar = browser(geometry, share > 0.5 ? 0 : lastOf(geometry).virtual)
        const { virtual } = bar.thumb(share * lastOf(geometry).physical)
        expect(Math.abs(virtual / lastOf(geometry).virtual - share)).toBeLessThan(0.013)
      }),
    )
  })

  it('never goes back when the thumb goes on', () => {
    const geometry = at(700)
    const bar = browser(geometry)
    let before = 0
    for (let physical = 5_000; physical < lastOf(geometry).physical; physical += 5_000) {
      const { virtual } = bar.thumb(physical)
      expect(virtual).toBeGreaterThan(before)
      before = virtual
    }
  })
})

it('keeps the rows in view when the number of rows grows past what a canvas can hold', () => {
  const before = scrollGeometry(200_000, ROW, 700)
  const after = scrollGeometry(2_000_000, ROW, 700)
  const place = placeAt(3_000_000, before)
  expect(settled(place, after).virtual).toBe(3_000_000)
  expect(settled(settled(place, after), before)).toEqual(place)
})

type Move = { wheel: number } | { thumb: number } | { rest: boolean }

function play(bar: ReturnType<typeof browser>, moves: readonly Move[], geometry: ScrollGeometry) {
  for (const move of moves) {
    if ('wheel' in move) bar.wheel(move.wheel)
    else if ('thumb' in move) bar.thumb(move.thumb * lastOf(geometry).physical)
    else bar.rest()
  }
}
