import { expect, test } from 'vitest'
import { readTypedCondition } from './typedCondition.ts'

const FIELDS = [
  { id: '_id', type: 'int4' },
  { id: 'title', type: 'text' },
  { id: 'area', type: 'numeric' },
  { id: 'area km2', type: 'numeric' },
  { id: 'started_on', type: 'date' },
  { id: 'updated_at', type: 'timestamp' },
  { id: 'is_public', type: 'bool' },
  { id: 'tags', type: '_text' },
]

test.each([
  ['title = active', 'title is active'],
  ["TITLE='it''s, so'", "title is it's, so"],
  ['title is active', 'title is active'],
  ['title is not "a, b"', 'title isNot a, b'],
  ['title ~sed', 'title contains sed'],
  ['title does not contain plume', 'title doesNotContain plume'],
  ['title is any of watershed, survey', 'title isAnyOf watershed|survey'],
  ["title in ('watershed', 'a, b')", 'title isAnyOf watershed|a, b'],
  ['title in(a,b)', 'title isAnyOf a|b'],
  ['title not in a, b', 'title isNoneOf a|b'],
  ['title is null', 'title isNull '],
  ['title = null', 'title isNull '],
  ['"title" != null', 'title isNotNull '],
  ['title is not null', 'title isNotNull '],
  ['area > 100', 'area greaterThan 100'],
  ['area>=100', 'area atLeast 100'],
  ['area between 0.1 and 300', 'area between 0.1|300'],
  ['area 0.1..300', 'area between 0.1|300'],
  ['area !0.1..300', 'area outside 0.1|300'],
  ['area km2 > 100', 'area km2 greaterThan 100'],
  ['"area km2" less than 7', 'area km2 lessThan 7'],
  ['started_on in 2019, 2021', 'started_on isIn 2019|2021'],
  ['started_on is in 2019', 'started_on isIn 2019'],
  ['started_on >= 2021-03', 'started_on atLeast 2021-03-01'],
  ['updated_at in the last 30 days', `updated_at inLast 30|days|${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
  ['updated_at is this year', `updated_at isDuring this year|${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
  ['started_on falls on weekday saturday, 7', 'started_on onWeekday 6|7'],
  ['updated_at does not fall in month March', 'updated_at notInMonth 3'],
  ['updated_at falls in hour 07:00', 'updated_at atHour 7'],
  ['is_public is true', 'is_public is true'],
  ['tags contains river', 'tags arrayContains river'],
])('%s', (text, condition) => {
  const read = readTypedCondition(text, FIELDS)
  expect(read === null ? null : `${read.field} ${read.op} ${read.values.join('|')}`).toBe(condition)
})

test.each([
  '',
  'title',
  'title ',
  'titles = x',
  'sediment',
  '> 100',
  'area large',
  'area >',
  'title in',
  'is_public > 1',
  'a',
  'started_on falls on weekday Mo',
  'started_on falls in hour 7',
])('“%s” is no whole condition', (text) => expect(readTypedCondition(text, FIELDS)).toBeNull())
