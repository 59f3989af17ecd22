import { expect, test } from 'vitest'
import { freeName, whatIsMissing, type Missing, type PlannedTable } from './whatIsMissing.ts'

const complete: PlannedTable = {
  isReading: false,
  isNameTaken: false,
  target: { kind: 'own', id: '' },
  columns: [{ name: 'a', type: 'json' }],
  keys: [],
  isCheckingKey: false,
}

const cases: readonly (readonly [Missing | null, Partial<PlannedTable>])[] = [
  [null, {}],
  [null, { target: { kind: 'dataset', id: 'rivers' } }],
  ['reading', { isReading: true, isNameTaken: true }],
  ['nameTaken', { isNameTaken: true, target: { kind: 'dataset', id: '' } }],
  ['dataset', { target: { kind: 'dataset', id: ' ' } }],
  ['resource', { target: { kind: 'resource', id: '' } }],
  ['columnName', { columns: [{ name: 'xmin', type: 'text' }] }],
  ['jsonInKey', { keys: [0], isCheckingKey: true }],
  ['checkingKey', { isCheckingKey: true }],
]

test.each(cases)('what is missing is %s for %j', (missing, part) => {
  expect(whatIsMissing({ ...complete, ...part })).toBe(missing)
})

test('a name that is taken gets the next free number', () => {
  expect(freeName('movies', new Set(['movies', 'movies_2']))).toBe('movies_3')
})
