import type { Field } from './field.ts'

/** Where the copies' database takes what only copies need, below its address. Each is a POST but `list`. */
export const COPY_PATH = '/copy/'

/** A new table for a copy; one of that name is replaced. */
export interface CopyBegin {
  readonly id: string
  readonly fields: readonly Field[]
  /** Its words are noted as they come, so that it can be searched: that takes several times as long, and as much room. */
  readonly words: boolean
  /** What the page has to know of it to go on later; the database only keeps it. */
  readonly state: string
}

/** A table of a copy, as it is stored. */
export interface StoredCopy {
  readonly id: string
  readonly records: number
  readonly bytes: number
  readonly state: string
  /** Fields whose values are kept as text, since they don't fit the type that the server names. */
  readonly asText: readonly string[]
  /** How far it goes: the greatest `_id`, or the end of the stretch that was asked for; null if it is not read by `_id`. */
  readonly last: number | null
}

/** What stands between the JSON texts of the records of a page; none can hold it. */
export const BETWEEN_RECORDS = '\u001e'

/** The records of a page, for the table of that id. They are stored with `state`, or, if not all are, nothing is. */
export interface CopyPage {
  readonly id: string
  /** How many records the table has: if it has others, somebody else is at it, and nothing is stored. */
  readonly before: number
  readonly fields: readonly Field[]
  readonly state: string
  /** How far it goes then, by `_id`. */
  readonly last: number | null
}

/**
 * A page as a server sent it: this in a line of JSON, and after it the whole answer. It is refused as `otherAnswer` if it
 * isn't a plain one with these fields.
 */
export interface CopyAnswer extends Omit<CopyPage, 'last'> {
  /** Every `_id` of it is greater; null: all are wanted. */
  readonly after: number | null
}

/** What an answer held. */
export interface StoredAnswer {
  /** How many records the table has now, and how many of them came with this answer. */
  readonly records: number
  readonly given: number
  /** The last `_id` of the answer; null if it held no records. */
  readonly last: number | null
  /** The limit that the server used; null if it doesn't say. */
  readonly limit: number | null
}

/** How the table of a copy differs from the one before it, by `_id`. */
export interface CopyChanges {
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** The fields whose values have changed, most often changed first. */
  readonly fields: readonly (readonly [name: string, changed: number])[]
}

/** Why the copies' database refused. `otherRecords`: see `CopyPage`; `otherAnswer`: see `CopyAnswer`; `idsTwice`: an `_id` occurs twice. */
export type CopyRefusal = 'otherRecords' | 'otherAnswer' | 'idsTwice' | 'noSuchCopy' | 'full' | 'failed'

/** The name of the table that holds what is different between a copy and the one before it. */
export function changesTable(id: string): string {
  return `${id}_since`
}

/**
 * Values of a copy's columns, of the records in some of its blocks, in the order in which they lie there. The answer is what
 * binary COPY writes, with these headers: `x-rowan-types` (a JSON list of the types in whose form the values are),
 * `x-rowan-blocks` (how many blocks there are) and `x-rowan-records`.
 */
export interface CopyColumns {
  readonly id: string
  readonly columns: readonly string[]
  /** A condition in SQL, whose truth comes as one more column, last; null if none is asked for. */
  readonly condition: string | null
  readonly fromBlock: number
  readonly blocks: number
}
