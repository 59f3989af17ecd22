import { expect, test } from 'vitest'
import type { KeyCheck } from '../../formats/tableRecords.ts'
import { whatMayBeReplaced } from './whatMayBeReplaced.ts'

const unique: KeyCheck = { rows: 2, duplicates: 0, first: [], empty: 0 }
const doubled: KeyCheck = { ...unique, duplicates: 1 }

test('records of a resource may be replaced by a file whose own keys are unique', () => {
  const target = { kind: 'resource', id: 'gauges' } as const
  expect(whatMayBeReplaced(target, unique)).toBe('records')
  expect(whatMayBeReplaced(target, doubled)).toBe('records')
})

test('in a new table only earlier rows of the file may be replaced', () => {
  for (const kind of ['own', 'dataset'] as const) {
    expect(whatMayBeReplaced({ kind, id: 'rivers' }, unique)).toBeNull()
    expect(whatMayBeReplaced({ kind, id: 'rivers' }, doubled)).toBe('earlierRows')
  }
})

test('nothing is asked without a key, or while it is checked', () => {
  for (const check of [null, 'checking'] as const)
    expect(whatMayBeReplaced({ kind: 'resource', id: 'gauges' }, check)).toBeNull()
})
