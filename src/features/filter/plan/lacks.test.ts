import '../../../query/operators/all.ts'
import { expect, test } from 'vitest'
import type { FilterKind } from '../../../query/searchFilters.ts'
import type { Condition, Where } from '../../../query/query.ts'
import { operatorsFor } from '../../../query/operators/registry.ts'
import { datedFor } from '../../../query/datedQuery.ts'
import { routeOf } from '../../../query/route.ts'
import { fieldKind } from '../../../protocol/field.ts'
import { lacks } from './lacks.ts'

const FIELDS = ['text', 'int4', 'numeric', 'bool', 'date', 'timestamp', 'time', '_text', 'json', 'uuid'].map(
  (type) => ({
    id: type,
    type,
  }),
)
const on = (field: string, op: string, ...values: string[]): Condition => ({ id: '', field, op, values })
const said = (parts: readonly Where[], can: FilterKind = 'equality', distinct?: true) =>
  lacks({ where: { all: parts }, columns: ['text'], ...(distinct === true ? { distinct } : {}) }, FIELDS, can)

test.each<[string, readonly Where[], FilterKind, readonly string[]]>([
  ['one value', [on('text', 'is', 'a')], 'equality', []],
  [
    'a day on a time',
    [on('timestamp', 'is', '2020-01-31')],
    'equality',
    ['no range of times, which “is” needs for a whole day, minute or second'],
  ],
  [
    'a period named from today',
    [on('date', 'isDuring', 'this month', 'UTC')],
    'equality',
    ['no period that is named from today'],
  ],
  [
    'two values of one column',
    [on('text', 'is', 'a'), on('text', 'is', 'b')],
    'equality',
    ['no sure way to join two conditions on one column'],
  ],
  [
    'two values of one column, where ranges can be joined',
    [on('text', 'is', 'a'), on('text', 'is', 'b')],
    'ranges',
    [],
  ],
  ['a group', [{ any: [on('text', 'is', 'a'), on('int4', 'is', '1')] }], 'equality', ['no group']],
  ['what is in a group', [{ any: [on('text', 'contains', 'a'), on('int4', 'is', '1')] }], 'ranges', ['no “contains”']],
  ['an inverted group', [{ any: [on('text', 'is', 'a')], not: true }], 'ranges', ['no inverted group']],
  [
    'too many at once',
    [on('int4', 'greaterThan', '0'), { any: Array.from({ length: 101 }, (_, at) => on('int4', 'is', String(at))) }],
    'ranges',
    ['no room for so many conditions'],
  ],
])('%s', (_, parts, can, expected) => expect(said(parts, can)).toEqual(expected))

test('rows that are alike', () => expect(said([], 'equality', true)).toEqual(['no way to count duplicate rows once']))

const VALUES: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  bounds: ['1', '2'],
  lately: ['3', 'days', 'UTC'],
  named: ['this month', 'UTC'],
  path: ['a', '1'],
}

test('of each operator on each kind of field something is said where SQL is needed, and that “is” lacks only where it does', () => {
  for (const { id: field, type } of FIELDS)
    for (const { id, takes } of operatorsFor(fieldKind(type)))
      for (const can of ['equality', 'ranges'] as const) {
        const asked = { where: { all: [on(field, id, ...(VALUES[takes] ?? ['2020-01-31']))] }, columns: null }
        const abilities = { sql: 'on', rangeFilters: can === 'ranges' ? 'yes' : 'no' } as const
        const isBySql = routeOf(datedFor(asked, FIELDS, abilities), abilities) === 'sql'
        const found = lacks(asked, FIELDS, can)
        expect([`${type} ${id} ${can}`, found.length > 0]).toEqual([`${type} ${id} ${can}`, isBySql])
        expect(found).not.toContain('no “is”')
      }
})
