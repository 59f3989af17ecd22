import { describe, expect, it } from 'vitest'
import { conditionsOf } from '../../../query/where.ts'
import { emptyView, type View } from '../../../workspace/view.ts'
import { cellItems, editedView, type ChosenCell } from './cellItems.ts'

const nothing = () => undefined
const actions = { onView: nothing, selected: 1, onCopy: nothing, onCopyAs: nothing, onOpenRecord: nothing }
const cell: ChosenCell = { view: emptyView, field: 'f', kind: 'text', value: '"a"', canAsk: () => true }
const titles = (of: Partial<ChosenCell>) =>
  cellItems({ ...cell, ...of }, actions).map((group) =>
    group.map(({ title, refusal }) => (refusal === undefined ? title : `${title}: ${refusal}`)),
  )
const rest = ['Copy value', 'Copy as…', 'Open the record']
const view = (...values: string[]): View => ({
  ...emptyView,
  where: { all: [{ id: '1', field: 'f', op: 'isAnyOf', values, off: true }] },
})

describe('the menu of a cell', () => {
  it('has what can be done with its value', () => {
    expect(titles({})).toEqual([['Only a', 'Exclude a'], [], rest])
    expect(titles({ value: null })).toEqual([['Only null', 'Exclude null'], [], rest])
    expect(titles({ value: '""' })).toEqual([['Only empty text', 'Exclude empty text'], [], rest])
    expect(titles({ kind: 'numeric', value: '7.50' })[1]).toEqual(['7.50 or more', '7.50 or less'])
    expect(titles({ kind: 'date', value: '"2021-03-05"' })[1]).toEqual(['2021-03-05 or later', '2021-03-05 or earlier'])
    expect(titles({ view: view('b') })[0]).toEqual(['Only a', 'Include a', 'Exclude a'])
    expect(cellItems(cell, { ...actions, selected: 32 }).at(-1)?.[0]?.title).toBe('Copy 32 cells')
    expect(titles({ value: `"${'long\\n'.repeat(30)}"` })[0]?.[0]).toBe('Only long↵long↵long↵long↵long↵long↵lo…')
  })

  it('says why something cannot be chosen', () => {
    const refusal = 'Filters can’t compare this value: it is JSON, or very long.'
    expect(titles({ kind: 'json', value: '{"a":1}' })[0]).toEqual([
      `Only {"a":1}: ${refusal}`,
      `Exclude {"a":1}: ${refusal}`,
    ])
    const onlyEqual = (asked: View) => conditionsOf(asked.where).every(({ op }) => op === 'is')
    expect(titles({ canAsk: onlyEqual })[0]).toEqual([
      'Only a',
      'Exclude a: This server can’t be asked for this by filters, and its SQL is off.',
    ])
    const is: View = { ...emptyView, where: { all: [{ id: '1', field: 'f', op: 'is', values: ['a'] }] } }
    expect(titles({ view: is })[0]).toEqual(['Only a: These are already the records shown.', 'Exclude a'])
  })
})

it('a time is asked for as it is shown where a stretch of time cannot be', () => {
  const time: ChosenCell = { ...cell, kind: 'timestamp', value: '"2021-03-05T06:45:00"' }
  const opOf = (of: ChosenCell) => {
    const edited = editedView(of, 'only')
    return 'view' in edited ? conditionsOf(edited.view.where).map(({ op }) => op) : edited.refusal
  }
  expect(opOf(time)).toEqual(['between'])
  expect(opOf({ ...time, canAsk: (asked) => conditionsOf(asked.where).every(({ op }) => op === 'is') })).toEqual(['is'])
})
