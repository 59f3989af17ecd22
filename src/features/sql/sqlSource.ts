import type { Table } from '../../instances/catalogue/table.ts'
import type { Field } from '../../protocol/field.ts'
import type { CatalogueTable, CatalogueValue } from '../../sql/completion/catalogue.ts'
import type { Completions } from '../../sql/completion/completion.ts'
import type { Dialect } from '../../sql/dialect.ts'
import { LONG_TEXT } from '../../sql/longText.ts'
import type { AnswerOf, AskedOf, Kind } from '../../sql/worker/messages.ts'
import type { SqlWorker } from './sqlWorker.ts'

/** An answer, and what brings a better one: when it is over, the same question has another answer. */
export interface Told<K extends Kind> {
  readonly answer: AnswerOf<K>
  readonly more: Promise<unknown> | null
}

/** Completions, and what brings more of them. */
export interface Offered extends Pick<Completions, 'items' | 'range'> {
  readonly more: Promise<unknown> | null
}

/** What is known of statements for one instance. */
export interface SqlSource {
  /** `named`: the functions that the server says statements may call. */
  readonly setTables: (
    tables: readonly Pick<Table, 'id' | 'title' | 'dataset' | 'aliases'>[],
    dialect: Dialect,
    named?: ReadonlySet<string> | null,
  ) => void
  /** The table that is open, by its id, which suggestions of whole statements are about. */
  readonly setOpen: (table: string | null) => void
  /** null if it was overtaken by another question of its kind. The fields that it needs are loaded, unless nothing `mayLoad`. */
  readonly ask: <K extends Kind>(kind: K, asked: AskedOf<K>, mayLoad?: boolean) => Promise<Told<K> | null>
  /** What can be written at a cursor; null also in a text that is too long to read at each key. */
  readonly complete: (text: string, offset: number) => Promise<Offered | null>
  /** Ends the worker; the next message starts another. */
  readonly end: () => void
}

/** For fields that come sooner than this an answer waits, so that it does not change under the eye, ms. */
const WAIT_MS = 600

/** So long after a key nobody is in the middle of a word, ms. */
const REST_MS = 200

/** Values of a field that hold a text; `isWhole`: there are no others. */
export interface FoundValues {
  readonly values: readonly CatalogueValue[]
  readonly isWhole: boolean
}

const NO_VALUES: FoundValues = { values: [], isWhole: true }

/** A table as the server shows it; `rows` if it says exactly how many there are. */
export interface KnownTable {
  readonly fields: readonly Field[]
  readonly rows: number | null
}

/**
 * Fields are asked for by `fieldsOf` where a statement needs them, once for each table, and values by `valuesOf`, once for
 * each field, and where it has many, once for what is typed; what can't be had is left out. No table
 * (null) means that the server has none of that name.
 */
export function createSqlSource(
  worker: Pick<SqlWorker, 'tell' | 'ask' | 'end'>,
  fieldsOf: (table: string) => Promise<KnownTable | null>,
  valuesOf: (table: string, field: string, typed: string) => Promise<FoundValues> = () => Promise.resolve(NO_VALUES),
): SqlSource {
  let listed: readonly CatalogueTable[] = []
  let listedIds: ReadonlySet<string> = new Set()
  let dialect: Dialect = 'any'
  let named: ReadonlySet<string> | null = null
  /** Tables that no list has and a statement names, by their ids. */
  const found = new Map<string, CatalogueTable>()
  /** Each is asked for once, also after it failed: so an answer can't ask for ever. */
  const loads = new Map<string, Promise<void>>()
  const loading = new Set<string>()
  /** By field, what was looked for in its values and found whole. */
  const whole = new Map<string, readonly string[]>()
  /** How many questions of each kind there were. */
  const counts = new Map<Kind, number>()

  const tellTables = () => {
    const others = [...found.values()].filter(({ id }) => !listedIds.has(id))
    worker.tell({ kind: 'tables', tables: [...listed, ...others], dialect, named })
  }
  const loadOnce = (key: string, work: () => Promise<void>) => {
    if (loads.has(key)) return
    loading.add(key)
    const loaded = async () => {
      try {
        await work()
      } catch {
        // Then the statement is written without them.
      } finally {
        loading.delete(key)
      }
    }
    loads.set(key, loaded())
  }
  const load = (table: string) =>
    loadOnce(table, async () => {
      const known = await fieldsOf(table)
      worker.tell({ kind: 'fields', table, fields: known?.fields.map(fieldOf) ?? null, rows: known?.rows ?? null })
      if (known !== null && !listedIds.has(table)) {
        found.set(table, { id: table, title: table, dataset: null, aliases: [], takesNames: false })
        tellTables()
      }
    })
  const loadValues = ({ table, field, typed = '' }: NonNullable<Completions['wantedValues']>) => {
    const key = JSON.stringify([table, field, typed])
    const all = whole.get(JSON.stringify([table, field])) ?? []
    // What holds more than what was looked for is among what was found.
    if (all.some((looked) => typed.toLowerCase().includes(looked.toLowerCase()))) return
    loadOnce(key, async () => {
      const question = counts.get('complete')
      if (typed !== '') await after(REST_MS)
      // Somebody is still typing.
      if (question !== counts.get('complete')) return void loads.delete(key)
      const { values, isWhole } = await valuesOf(table, field, typed)
      if (isWhole) whole.set(JSON.stringify([table, field]), [...all, typed])
      worker.tell({ kind: 'values', table, field, values, extent: typed !== '' ? 'more' : isWhole ? 'whole' : 'cut' })
    })
  }
  const ask = async <K extends Kind>(kind: K, asked: AskedOf<K>, mayLoad = true): Promise<Told<K> | null> => {
    const own = (counts.get(kind) ?? 0) + 1
    counts.set(kind, own)
    for (const id of mayLoad ? idsIn(asked.text) : []) if (!listedIds.has(id)) load(id)
    const late = after(WAIT_MS)
    // Fields come first, then what an answer with them asks for: values of one of them.
    for (;;) {
      // What comes while the worker answers may not be in that answer.
      const before = [...loading]
      const answer = await worker.ask(kind, asked)
      if (answer === null || own !== counts.get(kind)) return null
      for (const table of mayLoad ? answer.wanted : []) load(table)
      if (mayLoad && 'wantedValues' in answer && answer.wantedValues) loadValues(answer.wantedValues)
      const pending = [...new Set([...before, ...loading])].flatMap((key) => loads.get(key) ?? [])
      if (pending.length === 0) return { answer, more: null }
      const more = Promise.all(pending).then(() => 'loaded')
      const isLoaded = (await Promise.race([more, late])) === 'loaded'
      if (own !== counts.get(kind)) return null
      if (!isLoaded) return { answer, more }
    }
  }

  return {
    setTables(tables, next, functions = null) {
      listed = tables.map(({ id, title, dataset, aliases }) => {
        // On CKAN an alias is a view, which lacks the fields that the table was given later.
        return { id, title, dataset: dataset === '' ? null : dataset, aliases, takesNames: next === 'rowan' }
      })
      listedIds = new Set(listed.map(({ id }) => id))
      dialect = next
      named = functions
      tellTables()
    },
    setOpen: (table) => worker.tell({ kind: 'open', table }),
    ask,
    async complete(text, cursor) {
      if (text.length > LONG_TEXT) return null
      const told = await ask('complete', { text, cursor })
      return told && { ...told.answer, more: told.more }
    },
    end() {
      loads.clear()
      whole.clear()
      loading.clear()
      worker.end()
    },
  }
}

function fieldOf({ id, type, info }: Field) {
  return { id, type, label: textOf(info?.['label']), note: textOf(info?.['notes']) }
}

function textOf(entry: unknown): string | null {
  return typeof entry === 'string' && entry.trim() !== '' ? entry.trim() : null
}

/** A table that no list has is known by the form of its id. Read once for all that is asked of a text. */
function idsIn(text: string): ReadonlySet<string> {
  if (text !== lastIds.of) {
    const quoted = text.matchAll(/"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=")/g)
    lastIds = { of: text, ids: new Set([...quoted].map(([, id = '']) => id)) }
  }
  return lastIds.ids
}

let lastIds: { readonly of: string; readonly ids: ReadonlySet<string> } = { of: '', ids: new Set() }

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
