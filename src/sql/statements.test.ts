import { array, assert, constantFrom, double, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { parametersOf, segmentAt, statementAt, statementFrom, statementsOf } from './statements.ts'

test.each([
  ['', []],
  [' ;; -- nothing ; \n', []],
  ['select 1', ['select 1']],
  ['select 1; select 2;', ['select 1', 'select 2']],
  [
    "select ';', \";\", $$;$$, E'\\';' /* ; */ -- ;\n, 1; select 2",
    ["select ';', \";\", $$;$$, E'\\';' /* ; */ -- ;\n, 1", 'select 2'],
  ],
  ['-- first\nselect 1 -- last\n; /* two */ select 2', ['select 1', 'select 2']],
  ['create rule r as on insert to t do (insert into a values (1); insert into b values (2))', 1],
  ['select count( ;\nselect 2', ['select count(', 'select 2']],
  ['select (1;', ['select (1']],
  ['select 1) ; select 2', ['select 1)', 'select 2']],
  ["select 'a; select 2", ["select 'a; select 2"]],
])('%j has the statements %j', (text, expected) => {
  const found = statementsOf(text).map(({ start, end }) => text.slice(start, end))
  if (typeof expected === 'number') expect(found).toHaveLength(expected)
  else expect(found).toEqual(expected)
})

test.each([
  ['sel|ect 1; select 2', 'select 1'],
  ['select 1|; select 2', 'select 1'],
  ['select 1;| select 2', 'select 1'],
  ['select 1;\n|\nselect 2', 'select 2'],
  ['select 1; |select 2', 'select 2'],
  ['select 1; select 2|', 'select 2'],
  ['select 1; select 2;\n\n|', 'select 2'],
  ['|', ''],
])('In %j the statement at the place is %j', (marked, expected) => {
  const text = marked.replace('|', '')
  const { start, end } = statementAt(text, marked.indexOf('|'))
  expect(text.slice(start, end)).toBe(expected)
})

test('What a cursor writes behind a semicolon belongs to no statement before', () => {
  expect(segmentAt('select 1; ', 10)).toMatchObject({ from: 9, to: 10, tokens: [] })
  expect(segmentAt('select 1;', 8)).toMatchObject({ from: 0, to: 8 })
})

test('A parameter is one only where a value can stand', () => {
  const text = 'select {{ a }}, \'{{b}}\', "{{c}}" /* {{d}} */ where x = {{größe}} and y in ({{a}}) -- {{e}}'
  const [statement] = statementsOf(text)
  const found = statement === undefined ? [] : parametersOf(text, statement)
  expect(found.map(({ name, start, end }) => [name, text.slice(start, end)])).toEqual([
    ['a', '{{ a }}'],
    ['größe', '{{größe}}'],
    ['a', '{{a}}'],
  ])
})

test('a long text that is changed piece by piece is read as if it were new', () => {
  const pieces = ['select 1; ', "'a;b' ", '/* ; */ ', '(', ') ', '; ', "'", '-- ;', '\n', 'with ', '$$;$$ ', '*/', '"']
  const change = record({
    at: double({ min: 0, max: 1, noNaN: true }),
    removed: nat(9),
    added: array(constantFrom(...pieces), { maxLength: 3 }).map((parts) => parts.join('')),
  })
  assert(
    property(array(change, { minLength: 1, maxLength: 12 }), (changes) => {
      let text = "select 'a' from b; -- no more\nselect (1; select 2;\n".repeat(50)
      for (const { at, removed, added } of changes) {
        const place = Math.floor(at * text.length)
        text = text.slice(0, place) + added + text.slice(place + removed)
        const fresh = []
        for (let from = 0; from < text.length; from = (fresh.at(-1)?.to ?? 0) + 1) fresh.push(statementFrom(text, from))
        expect(statementsOf(text)).toEqual(fresh.filter(({ start, end }) => start < end))
      }
    }),
    { numRuns: 25 },
  )
})
