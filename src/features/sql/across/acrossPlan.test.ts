import { expect, test } from 'vitest'
import { placeOfInstance, type KnownCopy } from '../../../copies/knownCopy.ts'
import type { Instance } from '../../../instances/instance.ts'
import { acrossPlan, extentOf, mayAsk, type Known, type ListedTable } from './acrossPlan.ts'

function instanceAt(id: string): Instance {
  return {
    id,
    title: id,
    baseUrl: `https://${id}.example`,
    prefix: '/a',
    tokenHeader: 'A',
    resource: null,
    origin: 'own',
  }
}

function tableOf(id: string, ...aliases: string[]): ListedTable {
  return { id, title: `Title of ${id}`, aliases }
}

const here = instanceAt('here')
const north = instanceAt('north')
const south = instanceAt('south')

function copyAt(instance: Instance, resource: string, more: Partial<KnownCopy> = {}): KnownCopy {
  return {
    id: `copy_${instance.id}_${resource}`,
    place: placeOfInstance(instance),
    resource,
    title: `Copied ${resource}`,
    narrowed: [],
    begun: 1,
    at: 2,
    records: 3,
    total: 3,
    isComplete: true,
    fields: 2,
    asText: [],
    bytes: 10,
    withToken: false,
    words: false,
    halt: null,
    refresh: null,
    since: null,
    ...more,
  }
}

function knownOf(more: Partial<Known> = {}): Known {
  return {
    here: { instance: here, tables: [tableOf('a', 'alias_a')], open: null, isPending: false },
    others: [
      { instance: north, tables: [tableOf('b'), tableOf('c', 'shared')] },
      { instance: south, tables: [tableOf('d', 'shared'), tableOf('a')] },
    ],
    copies: [],
    chosen: new Map(),
    ...more,
  }
}

const across = (plan: ReturnType<typeof acrossPlan>) => (plan.kind === 'across' ? plan : null)

test('a statement stays where it is if its tables are there, or nobody knows them', () => {
  for (const names of [['a'], ['alias_a', 'a'], [], ['x'], ['a', 'x'], ['pg_catalog', 'a']])
    expect(acrossPlan([names], knownOf()).kind, names.join()).toBe('here')
  const { here: ofHere } = knownOf()
  expect(acrossPlan([['b']], knownOf({ here: { ...ofHere, tables: null, open: 'b' } })).kind).toBe('here')
})

test('a name of another instance takes all tables across, each with its place and its copy', () => {
  const copy = copyAt(north, 'b')
  const plan = across(acrossPlan([['public', 'a'], ['b'], ['alias_a'], ['x']], knownOf({ copies: [copy] })))
  expect(plan?.tables).toMatchObject([
    { names: ['a', 'alias_a'], instance: here, resource: 'a', title: 'Title of a', copy: null, others: [] },
    { names: ['b'], instance: north, resource: 'b', copy },
  ])
  expect(plan?.unknown).toEqual(['x'])
})

test('a copy is known by itself, where the lists of its instance and of this one are not', () => {
  const { here: ofHere } = knownOf()
  const known = knownOf({
    here: { ...ofHere, tables: null },
    others: [{ instance: north, tables: null }],
    copies: [copyAt(north, 'b', { aliases: ['named'] }), copyAt(here, 'a')],
  })
  expect(across(acrossPlan([['a'], ['b']], known))?.tables).toMatchObject([
    { instance: here, title: 'Copied a' },
    { instance: north, title: 'Copied b' },
  ])
  expect(across(acrossPlan([['named']], known))?.tables).toMatchObject([{ resource: 'b', names: ['named'] }])
  // Not before it is known whether this instance has one of that name, too.
  expect(acrossPlan([['b']], { ...known, here: { ...known.here, isPending: true } }).kind).toBe('pending')
  expect(acrossPlan([['x']], { ...known, here: { ...known.here, isPending: true } }).kind).toBe('here')
})

test('of several instances with that name the one with a copy is taken, unless another one was chosen', () => {
  const first = across(acrossPlan([['shared']], knownOf()))
  expect(first?.tables).toMatchObject([{ instance: north, others: [south] }])
  const copies = [copyAt(south, 'shared')]
  const second = across(acrossPlan([['shared']], knownOf({ copies })))
  expect(second?.tables).toMatchObject([{ instance: south, resource: 'd', copy: copies[0], others: [north] }])
  const chosen = across(acrossPlan([['shared']], knownOf({ copies, chosen: new Map([['shared', 'north']]) })))
  expect(chosen?.tables).toMatchObject([{ instance: north, copy: null, others: [south] }])
})

test('a copy that lacks something is asked only if that was allowed', () => {
  const partly = { isComplete: false }
  const extents = [
    [null, 'none'],
    [copyAt(north, 'b'), 'whole'],
    [copyAt(north, 'b', { refresh: { id: 'r', begun: 1, records: 0, total: null, halt: null } }), 'whole'],
    [copyAt(north, 'b', { narrowed: [['filter', 'x']] }), 'part'],
    [copyAt(north, 'b', partly), 'underWay'],
    [copyAt(north, 'b', { ...partly, halt: { kind: 'paused' } }), 'halted'],
    [copyAt(north, 'b', { ...partly, halt: { kind: 'stopped' } }), 'part'],
    [copyAt(north, 'b', { ...partly, halt: { kind: 'stopped' }, records: 0 }), 'halted'],
    [copyAt(north, 'b', { ...partly, halt: { kind: 'unproven' } }), 'part'],
  ] as const
  for (const [copy, extent] of extents) {
    expect(extentOf(copy)).toBe(extent)
    expect(mayAsk(copy, new Set())).toBe(extent === 'whole')
    expect(mayAsk(copy, new Set([copy?.id ?? '']))).toBe(extent === 'whole' || extent === 'part')
  }
})
