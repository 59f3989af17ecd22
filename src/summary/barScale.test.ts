import { describe, expect, test } from 'vitest'
import { evenScale, logEdges, logScale, showsLittle } from './barScale.ts'

describe('a logarithmic scale', () => {
  test('is drawn when the first of the equal bars holds more than half of the values, and none is below 0', () => {
    expect(showsLittle({ min: '0' }, [51, 30, 19])).toBe(true)
    expect(showsLittle({ min: '0' }, [50, 30, 20])).toBe(false)
    expect(showsLittle({ min: '-0.1' }, [90, 5, 5])).toBe(false)
    expect(showsLittle({ min: '3' }, [90, 5, 5])).toBe(true)
  })

  test('has powers of ten as edges, and others of three digits', () => {
    const ends = { min: '2.5', max: '40000', isWhole: false }
    const even = evenScale(ends)
    expect(even?.edges.slice(0, 2)).toEqual(['0', '2000'])
    const log = even && logScale(ends, ends.min, even)
    expect(log?.isLog).toBe(true)
    expect(log?.edges.slice(0, 6)).toEqual(['1', '1.78', '3.16', '5.62', '10', '17.8'])
    expect(log?.edges.at(-1)).toBe('100000')
    expect(logEdges(0, 5, 20)).toEqual(log?.edges)
  })

  test('gives 0 a place of its own', () => {
    const ends = { min: '0', max: '900', isWhole: false }
    const even = evenScale(ends)
    const log = even && logScale(ends, '0.05', even)
    expect(log?.edges.slice(0, 3)).toEqual(['0', '0.01', '0.0178'])
  })

  test('leaves no gap between small whole numbers', () => {
    const ends = { min: '0', max: '60', isWhole: true }
    const even = evenScale(ends)
    const log = even && logScale(ends, '1', even)
    expect(log?.edges.join(' ')).toBe('0 1 1.47 2.15 3.16 4.64 6.81 10 14.7 21.5 31.6 46.4 68.1 100')
  })

  test('is not drawn where it would part nothing that equal steps hide', () => {
    // Each bar is one number already.
    const flags = { min: '0', max: '5', isWhole: true }
    expect(logScale(flags, '1', evenScale(flags) ?? { isLog: false, edges: [] })).toBeNull()
    // All lie within a tenth of a power of ten.
    const alike = { min: '1000', max: '1010', isWhole: false }
    expect(logScale(alike, '1000', evenScale(alike) ?? { isLog: false, edges: [] })).toBeNull()
    const zeros = { min: '0', max: '0', isWhole: false }
    expect(logScale(zeros, null, evenScale(zeros) ?? { isLog: false, edges: [] })).toBeNull()
  })
})
