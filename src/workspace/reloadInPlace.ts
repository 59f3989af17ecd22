import * as v from 'valibot'
import type { Sort } from '../query/query.ts'
import type { GridSpot } from '../rows/gridSpot.ts'
import { browserStorage } from '../storage/browserStorage.ts'

/** What a reload brings back besides the view in the URL and the drafts of statements. */
export interface KeptParts {
  readonly grid: { readonly query: string; readonly spot: GridSpot }
  /** The order in which the answer to a statement is shown. */
  readonly answer: { readonly sql: string; readonly sort: readonly Sort[] }
  readonly record: KeptRecord
}

/** The open record, and what was typed into it. */
export interface KeptRecord {
  readonly instanceId: string
  /** The query that showed it. */
  readonly query: string
  readonly row: number | 'new'
  readonly resource: string
  /** The words for what was asked, as errors name it. */
  readonly asked: {
    readonly instance: string
    readonly table: string | null
    readonly hasToken: boolean
    readonly address: string | null
  }
  /** As it was when editing began; a value that is missing is null. */
  readonly edited: {
    readonly row: readonly (string | null)[]
    readonly fields: readonly { readonly id: string; readonly type: string }[]
  } | null
  readonly drafts: readonly (readonly [string, { readonly text: string; readonly isNull: boolean }])[]
}

type Part = keyof KeptParts

const count = v.pipe(v.number(), v.toMinValue(0))
const text = v.string()

/** Written by one build and read by another: what can't be read is left out. */
const schemas: { readonly [P in Part]: v.GenericSchema<KeptParts[P]> } = {
  grid: v.object({
    query: text,
    spot: v.object({
      row: count,
      above: count,
      column: v.nullable(text),
      aside: v.number(),
      widths: v.optional(v.array(v.tuple([text, count]))),
      cell: v.nullable(v.object({ row: count, column: text })),
    }),
  }),
  answer: v.object({ sql: text, sort: v.array(v.object({ field: text, descending: v.boolean() })) }),
  record: v.object({
    instanceId: text,
    query: text,
    row: v.union([count, v.literal('new')]),
    resource: text,
    asked: v.object({ instance: text, table: v.nullable(text), hasToken: v.boolean(), address: v.nullable(text) }),
    edited: v.nullable(
      v.object({ row: v.array(v.nullable(text)), fields: v.array(v.looseObject({ id: text, type: text })) }),
    ),
    drafts: v.array(v.tuple([text, v.object({ text, isNull: v.boolean() })])),
  }),
}

/** Reloads the page so that it comes back as it is: with the grid where it was, and the open record as it was typed. */
export function reloadInPlace(): void {
  if (write()) window.addEventListener('pagehide', write, { once: true })
  window.location.reload()
}

/** Has a part of the page hand in what it shows, null for nothing, before such a reload; until the returned function is called. */
export function keepOnReload<P extends Part>(part: P, read: () => KeptParts[P] | null): () => void {
  readers.set(part, read)
  return () => {
    if (readers.get(part) === read) readers.delete(part)
  }
}

/** Whether such a reload is under way and brings that part back, so that nobody has to be asked before. */
export function isKept(part: Part): boolean {
  return written.has(part)
}

/** What a part handed in before the reload that has led here, once; null after any other visit. */
export function takeKept<P extends Part>(part: P): KeptParts[P] | null {
  const schema: v.GenericSchema<KeptParts[P]> = schemas[part]
  const read = v.safeParse(schema, found[part])
  found = { ...found, [part]: undefined }
  return read.success ? read.output : null
}

const NAME = 'rowan.reload'
const readers = new Map<Part, () => unknown>()
const written = new Set<Part>()
let found = readOnce()

/** Whether all of it could be written. */
function write(): boolean {
  written.clear()
  const parts = [...readers].map(([part, read]) => [part, read()] as const).filter(([, shown]) => shown !== null)
  try {
    const kept = JSON.stringify({ hash: window.location.hash, ...Object.fromEntries(parts) })
    browserStorage('session')?.setItem(NAME, kept)
    if (browserStorage('session')?.getItem(NAME) !== kept) return false
  } catch {
    // Too much for the storage, or there is none: the page comes back as by any other reload.
    return false
  }
  for (const [part] of parts) written.add(part)
  return true
}

function readOnce(): Readonly<Record<string, unknown>> {
  try {
    const storage = browserStorage('session')
    const kept: unknown = JSON.parse(storage?.getItem(NAME) ?? 'null')
    storage?.removeItem(NAME)
    const isHere = typeof kept === 'object' && kept !== null && 'hash' in kept && kept.hash === window.location.hash
    return isHere ? { ...kept } : {}
  } catch {
    return {}
  }
}
