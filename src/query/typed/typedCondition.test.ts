import { expect, test } from 'vitest'
import { withKnownValues } from '../commaValues.ts'
import { readTypedCondition, type TypedCondition } from './typedCondition.ts'

const FIELDS = [
  { id: '_id', type: 'int4' },
  { id: 'title', type: 'text' },
  { id: 'area', type: 'numeric' },
  { id: 'area km2', type: 'numeric' },
  { id: 'started_on', type: 'date' },
  { id: 'updated_at', type: 'timestamp' },
  { id: 'is_public', type: 'bool' },
  { id: 'tags', type: '_text' },
  { id: 'Case  #', type: 'text' },
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
  ['started_on >= 2021-03', 'started_on atLeast 2021-03'],
  ['started_on on or after 2021-03', 'started_on atLeast 2021-03'],
  ['started_on at least 2021-03', 'started_on atLeast 2021-03'],
  ['started_on less than 2021-03', 'started_on lessThan 2021-03'],
  ['updated_at in the last 30 days', `updated_at inLast 30|days|${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
  ['updated_at is this year', `updated_at isDuring this year|${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
  ['started_on falls on weekday saturday, 7', 'started_on onWeekday 6|7'],
  ['updated_at does not fall in month March', 'updated_at notInMonth 3'],
  ['updated_at falls in hour 07:00', 'updated_at atHour 7'],
  ['is_public is true', 'is_public is true'],
  ['tags contains river', 'tags arrayContains river'],
])('%s', (text, condition) => {
  expect(saidBy(text)).toBe(condition)
})

function saidBy(text: string, isChosen = true): string | null {
  const read = readTypedCondition(text, FIELDS, 'text', isChosen)
  if (read === null) return null
  const words = (all: readonly TypedCondition[]) =>
    all.map(({ field, op, values }) => `${field} ${op} ${values.join('|')}`).join(' and ')
  if (read.says === 'unread') return `? ${read.field ?? ''}: ${read.rest}`
  if (read.says === 'noColumn') return `no ${read.name}${read.fix === null ? '' : `, but ${read.fix.text}`}`
  return read.says === 'either' ? read.choices.map((all) => words(all)).join(' or ') : words(read.conditions)
}

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

test.each([
  // The list's own words, and what people say for them.
  ['area from 200 to 300', 'area between 200|300'],
  ['area between 0.1 and 300', 'area between 0.1|300'],
  ['area 200 to 300', 'area between 200|300'],
  ['area over 10k', 'area greaterThan 10000'],
  ['area at most 1,234.5', 'area atMost 1234.5'],
  ['area = 1.5M', 'area is 1500000'],
  ['area 100', 'area is 100'],
  ['area outside 1 to 2', 'area outside 1|2'],
  ['area not between 1 and 2', 'area outside 1|2'],
  ['started_on before 2019', 'started_on lessThan 2019'],
  ['started_on since 2019-03', 'started_on atLeast 2019-03'],
  ['started_on until 3 April 2024', 'started_on atMost 2024-04-03'],
  ['started_on from 2019 to 2021', 'started_on between 2019|2021'],
  ['started_on on 2024-04-03', 'started_on isIn 2024-04-03'],
  ['started_on in last 10 years', `started_on inLast 10|years|${ZONE}`],
  ['updated_at last 1 day', `updated_at inLast 1|days|${ZONE}`],
  ['updated_at not in the last 2 weeks', `updated_at notInLast 2|weeks|${ZONE}`],
  ['updated_at in the last year', `updated_at inLast 1|years|${ZONE}`],
  ['updated_at last year', `updated_at isDuring last year|${ZONE}`],
  // Dates are told as ISO 8601, or it is asked which is meant.
  ['started_on = 03.04.2024', 'started_on is 2024-04-03'],
  ['started_on = 03/04/2024', 'started_on is 2024-04-03 or started_on is 2024-03-04'],
  ['started_on = 13/04/2024', 'started_on is 2024-04-13'],
  [
    'started_on > 1/2/2024 and area > 3',
    'started_on greaterThan 2024-02-01 and area greaterThan 3 or started_on greaterThan 2024-01-02 and area greaterThan 3',
  ],
  // The end of a range is the greater one.
  ['started_on from 1999-12-31 to 1999-01-01', 'started_on between 1999-01-01|1999-12-31'],
  ['started_on from 2021 to 2019', 'started_on between 2019|2021'],
  ['started_on from 2019 to 2019-03', 'started_on between 2019|2019-03'],
  ['area from 300 to 20', 'area between 20|300'],
  ['area outside 10k to 9', 'area outside 9|10000'],
  // A list after “is not”, unless it is in quotes.
  ['title is not Texas, Florida', 'title isNoneOf Texas|Florida'],
  ['title is Texas, "a, b"', 'title isAnyOf Texas|a, b'],
  ['title is not "Texas, Florida"', 'title isNot Texas, Florida'],
  ['title is 1,000', 'title is 1,000'],
  ['tags is {a, b}', 'tags is {a, b}'],
  // Empty is what has no value.
  ['title is empty', 'title isNull '],
  ['title is not empty', 'title isNotEmpty '],
  ['title is empty text', 'title isEmpty '],
  ['title = empty', 'title is empty'],
  ['title is "empty"', 'title is empty'],
  ['area is empty', 'area isNull '],
  ['started_on is not empty', 'started_on isNotNull '],
  ['tags is blank', 'tags isNull '],
  // A name with a sign and blanks.
  ['Case # = Case # 45', 'Case  # is Case # 45'],
  ['case # is not null', 'Case  # isNotNull '],
  // Several at once.
  ['area >= 1 and title = Texas', 'area atLeast 1 and title is Texas'],
  [
    'title = rock and roll and area between 1 and 2 and is_public = true',
    'title is rock and roll and area between 1|2 and is_public is true',
  ],
  ['title = "a and area = 1"', 'title is a and area = 1'],
])('%s is read as %s', (text, condition) => expect(saidBy(text)).toBe(condition))

test.each([
  ['area > many', '? area: > many'],
  ['area from 200 up to', '? area: from 200 up to'],
  ['started_on before the war', '? started_on: before the war'],
  ['started_on = 2024-13-45', '? started_on: = 2024-13-45'],
  ['area > 1 or title = x', '? area: > 1 or title = x'],
  ['area > 1 and started_on before Easter', '? started_on: before Easter'],
  ['title before 2019', '? title: before 2019'],
  ['in last 10 years', '? : in last 10 years'],
  ['since 2019', '? : since 2019'],
  ['from 200 to 300', '? : from 200 to 300'],
])('%s is not understood, and said to be so', (text, unread) => expect(saidBy(text)).toBe(unread))

test.each([
  ['cost_totl > 3', 'no cost_totl'],
  ['titel = active', 'no titel, but title = active'],
  ['"titel" is active', 'no titel, but title is active'],
  ['aera over 100', 'no aera, but area over 100'],
  ['x >= 1 and y = Texas', 'no x'],
  ['x >= 1 and title = Texas', 'no x'],
  ['title = a and aera > 3', 'no aera, but title = a and area > 3'],
  ['x is empty', 'no x'],
  ['Case No = 45', 'no Case No, but Case  # = 45'],
  ['Budget No = 45', 'no Budget No'],
  // What is no comparison may be a value.
  ['texas', null],
  ['10k', null],
  ['rock and roll', null],
  ['https://example.org/?a=b', null],
  ['in progress', null],
])('beside a column that was not chosen, %s has %s', (text, said) => expect(saidBy(text, false)).toBe(said))

test('beside a column that was chosen, what names no column may be its value', () => {
  expect(saidBy('cost_totl > 3')).toBeNull()
})

test('a list that is a value of the field is one value', () => {
  const known = ['Ohio', 'Texas, Florida']
  const valuesIn = (text: string, field = 'title') => {
    const read = withKnownValues(readTypedCondition(text, FIELDS), text, field, known)
    return read?.says === 'conditions'
      ? read.conditions.map(({ op, values }) => [op, ...values].join('|')).join()
      : null
  }
  expect(valuesIn('title is not Texas, Florida')).toBe('isNot|Texas, Florida')
  expect(valuesIn('title in texas, florida')).toBe('is|Texas, Florida')
  expect(valuesIn("title not in ('Texas', 'Florida')")).toBe('isNoneOf|Texas|Florida')
  expect(valuesIn('title is not Texas, Ohio')).toBe('isNoneOf|Texas|Ohio')
  expect(valuesIn('title is not Texas, Florida', 'area')).toBe('isNoneOf|Texas|Florida')
})

test('of names that differ by case only the one that is typed is meant', () => {
  const fields = [
    { id: 'Name', type: 'text' },
    { id: 'name', type: 'text' },
  ]
  const fieldOf = (text: string) => {
    const read = readTypedCondition(text, fields)
    return read?.says === 'conditions' ? read.conditions.map(({ field }) => field).join() : null
  }
  expect(fieldOf('name = b')).toBe('name')
  expect(fieldOf('Name = b')).toBe('Name')
  expect(fieldOf('"name" = b')).toBe('name')
  expect(fieldOf('NAME = b')).toBe('Name')
})

test.each([
  '',
  'title',
  'title ',
  'titles = x',
  'sediment',
  '> 100',
  'area large',
  'title in',
  'a',
  'in progress',
  'On hold',
  'is empty',
  'over the river',
  'to 2 be',
  'title of the book',
])('“%s” is no whole condition', (text) => expect(readTypedCondition(text, FIELDS)).toBeNull())

test.each([
  'Case #',
  'Sub ject',
  "it's",
  '100%',
  '10:30',
  'a.b',
  'a,b',
  'back\\slash',
  '(x) [y] {z}',
  '<b>b</b>',
  '🐟',
  'x and y',
  'a = b',
  'no-break\u00A0blank',
])('a field called %s is found when its name is typed whole', (id) => {
  const found = { says: 'conditions', conditions: [{ field: id, op: 'is', values: [`${id} 45`] }] }
  expect(readTypedCondition(`${id} = ${id} 45`, [{ id, type: 'text' }], 'text', false)).toEqual(found)
})
