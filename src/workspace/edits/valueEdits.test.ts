import { describe, expect, it } from 'vitest'
import type { FieldKind } from '../../protocol/field.ts'
import type { Condition, Where } from '../../query/query.ts'
import { emptyView } from '../view.ts'
import { comparedText, withValueEdit, type ValueEdit } from './valueEdits.ts'

const condition = (id: string, op: string, ...values: string[]): Condition => ({ id, field: 'stage', op, values })
const other: Condition = { id: 'o', field: 'subject', op: 'is', values: ['survey'] }
const group: Where = { any: [condition('g', 'is', 'draft'), other] }

/** What becomes of the parts, without ids that are new; null: nothing changes. */
function edited(parts: readonly Where[], edit: ValueEdit, text: string | null, kind: FieldKind = 'text', exact = true) {
  const view = { ...emptyView, where: { all: parts } }
  const next = withValueEdit(view, { field: 'stage', kind, text }, edit, exact)
  if (next === null) return null
  if (!('all' in next.where)) throw new Error('All parts must hold')
  return next.where.all.map((part) => ('field' in part && part.id.startsWith('c') ? { ...part, id: 'new' } : part))
}

describe('only this value', () => {
  it('comes in place of every condition on the field; groups, other fields and what is off stay', () => {
    expect(edited([], 'only', 'active')).toEqual([condition('new', 'is', 'active')])
    const off = { ...condition('f', 'is', 'x'), off: true } as const
    const parts = [condition('1', 'isAnyOf', 'a', 'b'), other, group, condition('2', 'isNot', 'c'), off]
    expect(edited(parts, 'only', 'active')).toEqual([condition('1', 'is', 'active'), other, group, off])
  })

  it('changes nothing if it is asked for already', () => {
    expect(edited([condition('1', 'is', 'a'), other], 'only', 'a')).toBe(null)
    expect(edited([condition('1', 'isAnyOf', 'a')], 'only', 'a')).toBe(null)
    expect(edited([condition('1', 'isNull')], 'only', null)).toBe(null)
  })

  it('is null or empty text where the value is', () => {
    expect(edited([condition('1', 'is', 'a')], 'only', null)).toEqual([condition('1', 'isNull')])
    expect(edited([], 'only', '')).toEqual([condition('new', 'isEmpty')])
  })

  it('of a time that may be shown with fewer digits than it has, is all that is shown so', () => {
    const only = (text: string, exact = false) => edited([], 'only', text, 'timestamp', exact)
    expect(only('2021-03-05T06:45:00')).toEqual([
      condition('new', 'between', '2021-03-05T06:45:00', '2021-03-05T06:45:00.999999'),
    ])
    expect(only('2021-03-05T06:45:00.120')).toEqual([
      condition('new', 'between', '2021-03-05T06:45:00.120', '2021-03-05T06:45:00.120999'),
    ])
    expect(only('2021-03-05T06:45:00.12+02:00')).toEqual([
      condition('new', 'between', '2021-03-05T06:45:00.12+02:00', '2021-03-05T06:45:00.129999+02:00'),
    ])
    expect(only('2021-03-05T06:45:00.123456')).toEqual([condition('new', 'is', '2021-03-05T06:45:00.123456')])
    expect(only('2021-03-05T06:45:00', true)).toEqual([condition('new', 'is', '2021-03-05T06:45:00')])
    expect(edited([], 'exclude', '2021-03-05T06:45:00', 'timestamp', false)).toEqual([
      condition('new', 'outside', '2021-03-05T06:45:00', '2021-03-05T06:45:00.999999'),
    ])
  })
})

describe('this value as well', () => {
  it('is added to the list of the field, and turns it on', () => {
    expect(edited([condition('1', 'is', 'a'), other], 'include', 'b')).toEqual([
      condition('1', 'isAnyOf', 'a', 'b'),
      other,
    ])
    const off = { ...condition('1', 'isAnyOf', 'a', 'b'), off: true } as const
    expect(edited([off], 'include', 'c')).toEqual([condition('1', 'isAnyOf', 'a', 'b', 'c')])
    expect(edited([off], 'include', 'a')).toEqual([condition('1', 'isAnyOf', 'a', 'b')])
    expect(edited([condition('1', 'isEmpty')], 'include', 'a')).toEqual([condition('1', 'isAnyOf', '', 'a')])
  })

  it('is no longer excluded', () => {
    expect(edited([condition('1', 'isNoneOf', 'a', 'b')], 'include', 'a')).toEqual([condition('1', 'isNot', 'b')])
    expect(edited([condition('1', 'isNot', 'a'), other], 'include', 'a')).toEqual([other])
  })

  it('stands beside conditions of other kinds, and is nothing new where it is the only one or there already', () => {
    const long = condition('1', 'contains', 'x')
    expect(edited([long], 'include', 'xy')).toEqual([long, condition('new', 'is', 'xy')])
    expect(edited([], 'include', 'a')).toBe(null)
    expect(edited([condition('1', 'isAnyOf', 'a', 'b')], 'include', 'a')).toBe(null)
    expect(edited([condition('1', 'is', 'a')], 'include', null)).toBe(null)
  })
})

describe('all but this value', () => {
  it('is taken out of a list, added to an exclusion, turned around, or asked for', () => {
    expect(edited([condition('1', 'isAnyOf', 'a', 'b')], 'exclude', 'a')).toEqual([condition('1', 'is', 'b')])
    const known = { ...condition('1', 'isNot', 'a'), withoutNull: true } as const
    expect(edited([known], 'exclude', 'b')).toEqual([{ ...known, op: 'isNoneOf', values: ['a', 'b'] }])
    expect(edited([condition('1', 'is', 'a'), other], 'exclude', 'a')).toEqual([condition('1', 'isNot', 'a'), other])
    const long = condition('1', 'contains', 'x')
    expect(edited([long, group], 'exclude', 'xy')).toEqual([long, group, condition('new', 'isNot', 'xy')])
  })

  it('changes nothing if it is excluded already', () => {
    expect(edited([condition('1', 'isNot', 'a')], 'exclude', 'a')).toBe(null)
    expect(edited([condition('1', 'isNoneOf', 'a', 'b')], 'exclude', 'a')).toBe(null)
    expect(edited([condition('1', 'isNotNull')], 'exclude', null)).toBe(null)
  })

  it('works for null and for empty text', () => {
    expect(edited([], 'exclude', null)).toEqual([condition('new', 'isNotNull')])
    expect(edited([condition('1', 'isNull')], 'exclude', null)).toEqual([condition('1', 'isNotNull')])
    expect(edited([], 'exclude', '')).toEqual([condition('new', 'isNotEmpty')])
    expect(edited([condition('1', 'isEmpty')], 'exclude', '')).toEqual([condition('1', 'isNotEmpty')])
    expect(edited([condition('1', 'isNot', 'a')], 'exclude', '')).toEqual([condition('1', 'isNoneOf', 'a', '')])
    expect(edited([condition('1', 'isNotEmpty')], 'exclude', 'a')).toEqual([condition('1', 'isNoneOf', '', 'a')])
  })
})

describe('from this value, or up to it', () => {
  it('takes the place of a bound on the same side', () => {
    const parts = [condition('1', 'greaterThan', '3'), condition('2', 'lessThan', '9')]
    expect(edited(parts, 'atLeast', '5', 'numeric')).toEqual([condition('1', 'atLeast', '5'), parts[1]])
    expect(edited(parts, 'atMost', '5', 'numeric')).toEqual([parts[0], condition('2', 'atMost', '5')])
    expect(edited([], 'atMost', '2021-03-05', 'date')).toEqual([condition('new', 'atMost', '2021-03-05')])
    expect(edited([condition('1', 'atMost', '5')], 'atMost', '5', 'numeric')).toBe(null)
  })

  it('is for what people compare by size', () => {
    expect(edited([], 'atLeast', 'active')).toBe(null)
    expect(edited([], 'atLeast', null, 'numeric')).toBe(null)
  })
})

it('a tree of another form stays whole', () => {
  const next = withValueEdit({ ...emptyView, where: group }, { field: 'stage', kind: 'text', text: 'a' }, 'only', true)
  expect(next?.where).toMatchObject({ all: [group, { op: 'is', values: ['a'] }] })
})

describe('a value as filters compare it', () => {
  it.each<[string | null, FieldKind, string | null | undefined]>([
    ['"watershed"', 'text', 'watershed'],
    ['""', 'text', ''],
    ['null', 'text', null],
    [null, 'numeric', null],
    ['12345678901234567890.10', 'numeric', '12345678901234567890.10'],
    ['true', 'boolean', 'true'],
    ['"2021-03-05"', 'date', '2021-03-05'],
    ['{"a":1}', 'json', undefined],
    ['["TRW-07","a \\"b\\" \\\\c",null]', 'array', String.raw`{"TRW-07","a \"b\" \\c",NULL}`],
    ['[[1,2],[3,4.5]]', 'array', '{{1,2},{3,4.5}}'],
    ['[]', 'array', '{}'],
    ['[12345678901234567890, 1.50, true]', 'array', '{12345678901234567890,1.50,true}'],
    ['[{"a":1}]', 'array', undefined],
    [`"${'x'.repeat(2000)}"`, 'text', undefined],
  ])('%s of kind %s is %s', (value, kind, text) => {
    expect(comparedText(value, kind)).toBe(text)
  })
})
