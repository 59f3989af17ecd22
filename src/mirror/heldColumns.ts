import { brushTables } from '../columnar/brush.ts'
import { bytesOf, columnOf, maskOfFlags, type Column, type Columns, type Mask } from '../columnar/columns.ts'
import { columnReader, type ColumnReader } from '../columnar/copyReader.ts'
import { distributionOf } from '../columnar/distribution.ts'
import { facetOf } from '../columnar/facet.ts'
import { maskOf } from '../columnar/mask.ts'
import { profileOf } from '../columnar/profile.ts'
import { readCopy } from '../columnar/readCopy.ts'
import { summaryOf } from '../columnar/summaryOf.ts'
import type { MaskAsked, MirrorCall, Question } from './mirrorMessages.ts'

/** The columns of one copy, and those that are being read. */
interface Held {
  columns: Columns
  coming: { readonly names: readonly string[]; readonly readers: readonly ColumnReader[]; records: number } | null
  /** Masks that were worked out lately, by what was asked for. */
  readonly masks: Map<string, Mask | null>
}

const ALL = { kind: 'all' } as const

/** A brush, its redraws and a facet ask with few masks by turns; each takes a byte a record. */
const MASKS_MOST = 4

/** Holds columns of copies and answers what is asked about them, one call after the other. */
export function createHeldColumns(): (call: MirrorCall) => unknown {
  const copies = new Map<string, Held>()

  const heldOf = (copy: string): Held => {
    const held = copies.get(copy) ?? { columns: { records: 0, of: new Map() }, coming: null, masks: new Map() }
    copies.set(copy, held)
    return held
  }

  return (call) => {
    const held = heldOf(call.copy)
    switch (call.kind) {
      case 'begin': {
        const readers = call.fields.map((field, place) => columnReader(field, call.types[place] ?? 'text'))
        held.coming = { names: call.fields.map(({ id }) => id), readers, records: 0 }
        return null
      }
      case 'piece':
        if (held.coming === null) throw new Error('No columns are coming')
        held.coming.records += readCopy(call.bytes, held.coming.readers)
        return null
      case 'end':
        return finish(held)
      case 'ask':
        return ask(held, call.mask, call.question)
      case 'drop':
        return drop(copies, call.copy, call.columns)
    }
  }
}

function finish(held: Held): readonly number[] {
  const { coming } = held
  if (coming === null) throw new Error('No columns are coming')
  held.coming = null
  if (held.columns.of.size > 0 && coming.records !== held.columns.records)
    throw new Error('The copy has other records now')
  const made = coming.readers.map((reader) => reader.column())
  const of = new Map<string, Column>(held.columns.of)
  for (const [place, name] of coming.names.entries()) {
    const column = made[place]
    if (column !== undefined) of.set(name, column)
  }
  held.columns = { records: coming.records, of }
  return made.map((column) => bytesOf(column))
}

function drop(copies: Map<string, Held>, copy: string, columns: readonly string[] | null): null {
  const held = copies.get(copy)
  if (columns === null || held === undefined) copies.delete(copy)
  else {
    held.coming = null
    const of = new Map(held.columns.of)
    for (const name of columns) of.delete(name)
    held.columns = { ...held.columns, of }
  }
  return null
}

function ask(held: Held, asked: MaskAsked, question: Question): unknown {
  const { columns } = held
  const mask = maskFor(held, asked)
  if (mask === null && asked.kind !== 'all') return null
  switch (question.kind) {
    case 'distribution':
      return distributionOf(columns, mask, question.field, ALL, question.like)
    case 'profile':
      return profileOf(columns, mask, question.field, ALL)
    case 'facet':
      return facetOf(columns, mask, question.field, question.asked, ALL)
    case 'summary':
      return summaryOf(columns, mask, question.summary, ALL)
    case 'brush':
      return brushTables(columns, mask, question.field, question.others)
  }
}

/** Null: all records, or nobody here can tell. */
function maskFor({ columns, masks }: Held, asked: MaskAsked): Mask | null {
  if (asked.kind === 'all') return null
  if (asked.kind === 'told') return toldMask(columns, asked.name)
  const key = JSON.stringify(asked.where)
  const before = masks.get(key)
  if (before !== undefined) return before
  const mask = maskOf(columns, asked.where)
  masks.set(key, mask)
  const [oldest] = masks.keys()
  if (masks.size > MASKS_MOST && oldest !== undefined) masks.delete(oldest)
  return mask
}

/** The records for which a condition, which came as a column of truth, holds. */
function toldMask(columns: Columns, name: string): Mask {
  const { codes, values } = columnOf(columns, name)
  const isTrue = values.kind === 'numbers' ? values.at.indexOf(1) + 1 : 0
  const flags = new Uint8Array(codes.length)
  if (isTrue > 0)
    for (let record = 0; record < codes.length; record += 1) flags[record] = codes[record] === isTrue ? 1 : 0
  return maskOfFlags(flags)
}
