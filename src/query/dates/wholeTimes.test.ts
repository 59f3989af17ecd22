import { expect, test } from 'vitest'
import '../operators/all.ts'
import { datedFor, datedQuery, isUndecided, unsaidParts } from '../datedQuery.ts'
import { wholeTable, type Where } from '../query.ts'
import { partText } from '../queryLink.ts'
import { dependsOnKinds, withMoments } from './wholeTimes.ts'
import { asMoment, writtenBounds } from './written.ts'

const FIELDS = [
  { id: 'ts', type: 'timestamp' },
  { id: 'd', type: 'date' },
  { id: 't', type: 'text' },
]

const where = (field: string, op: string, values: readonly string[]) => ({ id: '', field, op, values })
const dated = (part: Where) => datedQuery({ ...wholeTable('r'), where: part }, FIELDS).where
/** As a link says it. */
const text = (part: Where) => partText(part).replaceAll(/[\\"]/g, '')

test.each([
  ['2020', '2020-01-01', '2021-01-01'],
  ['2020-01-31', '2020-01-31', '2020-02-01'],
  [' 2020-2-29 ', '2020-02-29', '2020-03-01'],
  ['2020-01-31T23:59', '2020-01-31T23:59:00', '2020-02-01T00:00:00'],
  ['2020-1-31 9:05:59', '2020-01-31T09:05:59', '2020-01-31T09:06:00'],
  ['2020-01-31T10:00:00Z', '2020-01-31T10:00:00Z', '2020-01-31T10:00:01Z'],
  ['2020-01-31 10:00:00+05:30', '2020-01-31T10:00:00+05:30', '2020-01-31T10:00:01+05:30'],
  ['9999-12-31T23:59:59', '9999-12-31T23:59:59', '10000-01-01T00:00:00'],
])('%s is from %s until %s', (written, from, until) => {
  expect(writtenBounds(written)).toEqual({ from, until })
})

test.each([
  '',
  '2020-01-31T10:00:00.25',
  '2020-02-30',
  '2020-01-31T24:00',
  '2020-01-31/2020-02-03',
  'infinity',
  '1 May',
])('“%s” is compared as it is written', (written) => expect(writtenBounds(written)).toBeNull())

test.each([
  // On times a day is all of it, in every operator.
  ['ts', 'atMost', ['2020-01-31'], '[lt,[ts,2020-02-01]]'],
  ['ts', 'greaterThan', ['2020-01-31'], '[gte,[ts,2020-02-01]]'],
  ['ts', 'atLeast', ['2020-01-31'], '[gte,[ts,2020-01-31]]'],
  ['ts', 'lessThan', ['2020-01-31'], '[lt,[ts,2020-01-31]]'],
  ['ts', 'between', ['2020-01-01', '2020-01-31'], '[in,[ts,2020-01-01/2020-02-01]]'],
  ['ts', 'between', ['2020-01-01T08:00:00.5', '2020-01-31'], '[in,[ts,2020-01-01T08:00:00.5/2020-02-01]]'],
  ['ts', 'between', ['2020-01-01', '2020-01-31T08:00:00.5'], '[between,[ts,2020-01-01,2020-01-31T08:00:00.5]]'],
  ['ts', 'between', ['infinity', '2020-01-31'], '[where,{all:[[gte,ts,infinity],[lt,ts,2020-02-01]]}]'],
  ['ts', 'between', ['9999', '9999'], '[where,{all:[[gte,ts,9999-01-01],[lt,ts,10000-01-01]]}]'],
  ['ts', 'outside', ['2020-01-01', '2020-01-31'], '[where,{any:[[lt,ts,2020-01-01],[gte,ts,2020-02-01]]}]'],
  ['ts', 'is', ['2020-01-31'], '[in,[ts,2020-01-31]]'],
  ['ts', 'isNot', ['2020-01-31'], '[notin,[ts,2020-01-31]]'],
  ['ts', 'isAnyOf', ['2020-01-31', '2020-02-29'], '[in,[ts,2020-01-31,2020-02-29]]'],
  ['ts', 'isAnyOf', ['2020-01-31', 'infinity'], '[where,{any:[[in,ts,2020-01-31],[filter,ts,infinity]]}]'],
  ['ts', 'isNoneOf', ['2020-01-31', 'infinity'], '[where,{all:[[notin,ts,2020-01-31],[noneof,ts,infinity]]}]'],
  // A time as a server shows it, without its fraction.
  ['ts', 'is', ['2019-03-01T00:37:01'], '[in,[ts,2019-03-01T00:37:01/2019-03-01T00:37:02]]'],
  ['ts', 'atMost', ['2019-03-01T00:37:01'], '[lt,[ts,2019-03-01T00:37:02]]'],
  ['ts', 'is', ['2019-03-01T00:37:01.250000'], '[filter,[ts,2019-03-01T00:37:01.250000]]'],
  // Years and months mean all of them on days, too; a day is a single value there.
  ['d', 'atMost', ['2019'], '[lt,[d,2020-01-01]]'],
  ['d', 'greaterThan', ['2019-Q1'], '[gte,[d,2019-04-01]]'],
  ['d', 'lessThan', ['2019-03'], '[lt,[d,2019-03-01]]'],
  ['d', 'between', ['2019', '2021'], '[in,[d,2019-01-01/2022-01-01]]'],
  ['d', 'atMost', ['2020-01-31'], '[lte,[d,2020-01-31]]'],
  ['d', 'between', ['2020-01-01', '2020-01-31'], '[between,[d,2020-01-01,2020-01-31]]'],
  ['d', 'is', ['2020-01-31'], '[filter,[d,2020-01-31]]'],
  // Texts are texts.
  ['t', 'atMost', ['2020-01-31'], '[lte,[t,2020-01-31]]'],
  ['t', 'is', ['2020-01-31'], '[filter,[t,2020-01-31]]'],
])('%s %s %j is sent as %s', (field, op, values, expected) => {
  expect(text(dated(where(field, op, values)))).toBe(expected)
})

test('null is kept or left out as before, and what is off stays as it is', () => {
  const not = where('ts', 'isNot', ['2020-01-31'])
  expect(text(dated({ ...not, withoutNull: true }))).toBe('[where,{known:[notin,ts,2020-01-31]}]')
  expect(text(dated({ ...not, off: true }))).toBe('[where,{off:[isnot,ts,2020-01-31]}]')
})

test('without its fields a query waits only if they decide what it means', () => {
  const query = (...values: string[]) => ({ ...wholeTable('r'), where: where('x', 'atMost', values) })
  expect(isUndecided(query('2020-01-31'), null)).toBe(true)
  expect(isUndecided(query('2020-01-31'), FIELDS)).toBe(false)
  expect(isUndecided(query('100'), null)).toBe(false)
  expect(dependsOnKinds(where('x', 'isIn', ['2020-01-31']))).toBe(false)
  const plain = query('100')
  expect(datedQuery(plain, FIELDS)).toBe(plain)
})

test('where filters compare for equality only, a second is that moment, and a day can not be asked', () => {
  const query = (value: string) => ({ ...wholeTable('r'), where: where('ts', 'is', [value]) })
  const least = { sql: 'off', rangeFilters: 'no' } as const
  expect(text(datedFor(query('2019-03-01T00:37:01'), FIELDS, least).where)).toBe('[filter,[ts,2019-03-01T00:37:01]]')
  expect(text(datedFor(query('2019-03-01'), FIELDS, least).where)).toBe('[in,[ts,2019-03-01]]')
  const bySql = datedFor(query('2019-03-01T00:37:01'), FIELDS, { ...least, sql: 'on' })
  expect(text(bySql.where)).toBe('[in,[ts,2019-03-01T00:37:01/2019-03-01T00:37:02]]')
  expect(unsaidParts(query('2019-03-01').where, FIELDS, 'equality')).toEqual([query('2019-03-01').where])
  expect(unsaidParts(query('2019-03-01').where, FIELDS, 'ranges')).toEqual([])
})

test('what a statement compares with is the moment at which a day begins', () => {
  expect(asMoment('2020-01-31')).toBe('2020-01-31T00:00:00.000')
  expect(asMoment('2020-01-31 10:30')).toBe('2020-01-31 10:30:00.000')
  expect(asMoment('2020-01-31T10:30:05+01')).toBe('2020-01-31T10:30:05.000+01')
  expect(asMoment('infinity')).toBe('infinity')
  const read = (field: string, op: string) => text(withMoments(where(field, op, ['2020-01-31']), FIELDS))
  expect(read('ts', 'atMost')).toBe('[lte,[ts,2020-01-31T00:00:00.000]]')
  expect(read('ts', 'atLeast')).toBe('[gte,[ts,2020-01-31]]')
  expect(read('d', 'atMost')).toBe('[lte,[d,2020-01-31]]')
})
