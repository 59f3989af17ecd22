import { expect, test } from 'vitest'
import type { Field } from '../../../protocol/field.ts'
import { loadOperators } from '../../../query/operators/loadOperators.ts'
import { choicesOf, type Choice } from './addChoices.ts'

await loadOperators()

const FIELDS: readonly Field[] = [
  { id: '_id', type: 'int' },
  { id: 'Stage', type: 'text' },
  { id: 'stage', type: 'text' },
  { id: 'subject', type: 'text' },
  { id: 'title', type: 'text', info: { label: 'What it is called' } },
  { id: 'budget', type: 'numeric' },
  { id: 'started', type: 'date' },
]

test.each([
  ['', ['Stage', 'stage', 'subject', 'title', 'budget', 'started', '_id']],
  ['stage', ['stage', 'Stage']],
  ['st', ['Stage', 'stage', 'started']],
  ['called', ['title']],
  ['id', ['_id']],
  ['nowhere', []],
  ['stage = active', ['stage is active']],
  ['budget > 1000', ['budget greaterThan 1000']],
  ['subject in a, b', ['subject isAnyOf a, b']],
  ['title contains water', ['title contains water']],
  ['budget from 10 to 20', ['budget between 10, 20']],
  ['stage = active and budget > 5', ['stage is active + budget greaterThan 5']],
  // In two ways, which are asked about.
  ['started = 03/04/2024', []],
  ['> 5', []],
])('what is typed as %j offers', (text, offered) => {
  expect(choicesOf(text, FIELDS).map(said)).toEqual(offered)
})

function said(choice: Choice): string {
  if (choice.kind === 'field') return choice.field.id
  return choice.conditions.map(({ field, op, values }) => `${field} ${op} ${values.join(', ')}`).join(' + ')
}
