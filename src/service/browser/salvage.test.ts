import 'fake-indexeddb/auto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openDB } from 'idb'
import { beforeAll, expect, it } from 'vitest'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { isLong } from '../../../e2e/support/longForm.ts'
import type { Salvaged } from '../../protocol/engineMessages.ts'
import { problemOf } from '../../protocol/problem.ts'
import { createPgliteSql } from '../engines/pglite.ts'
import { createService } from '../service.ts'
import { idbName } from './browserStore.ts'
import { createNotedTables } from './notedTables.ts'
import { salvager } from './salvage.ts'
import { tarEntries } from './tar.ts'

/** The tables that are stored, by their names, with their records. */
const TABLES = { small: 3, large: 4000, other: 500 } as const

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer> | null>
let whole: Files
/** The schemas of files, and whether they are tables. */
let schemas: ReadonlyMap<string, string>
let salvage: ReturnType<typeof salvager>
beforeAll(async () => {
  const dist = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const [wasm, data] = await Promise.all(['pglite.wasm', 'pglite.data'].map((name) => readFile(join(dist, name))))
  const parts = {
    wasm: await WebAssembly.compile(new Uint8Array(wasm ?? [])),
    data: new Blob([new Uint8Array(data ?? [])]),
  }
  const db = await emptyPglite()
  const sample = await db.dumpDataDir('none')
  salvage = salvager({ parts: async () => parts, sample: async () => sample })
  const sql = createPgliteSql(db)
  const service = await createService(sql, { access: () => ({ read: true, write: true }) })
  for (const [name, count] of Object.entries(TABLES)) {
    const records = Array.from({ length: count }, (_, a) => ({ a, b: name.repeat(20) }))
    const body = JSON.stringify({ resource_id: `id-${name}`, aliases: name, records })
    const headers = { 'content-type': 'application/json' }
    const answer = await service(
      new Request('http://x/api/3/action/datastore_create', { method: 'POST', headers, body }),
    )
    expect(answer.status).toBe(200)
  }
  await db.exec('checkpoint')
  await createNotedTables(sql).note()
  const { rows } = await db.query<{ path: string; schema: string }>(
    `select pg_relation_filepath(c.oid) as path, n.nspname || ' ' || c.relkind::text as schema
      from pg_class c left join pg_class t on t.reltoastrelid = c.oid
        join pg_namespace n on n.oid = coalesce(t.relnamespace, c.relnamespace)
      where pg_relation_filepath(c.oid) is not null`,
  )
  schemas = new Map(rows.map(({ path, schema }) => [path, schema]))
  const dump = await db.dumpDataDir('none')
  await db.close()
  whole = new Map(
    [...tarEntries(await dump.arrayBuffer())].map(({ path, isFolder, bytes }) => [
      path.join('/'),
      isFolder ? null : bytes.slice(),
    ]),
  )
})

/** Each case opens a PostgreSQL, some of them three. */
const CASES = isLong ? 5 : 3
const PARTS = Array.from({ length: isLong ? 10 : 1 }, (_, part) => ({
  first: part * CASES + 1,
  last: (part + 1) * CASES,
}))

/** Files of tables that were made, PostgreSQL's own tables, and what holds all of them together. */
const FILES = [
  /^base\/5\/(?:1[6-9]|[2-9]\d)\d{3}$/,
  /^base\/5\//,
  /^(?:global\/pg_control|pg_wal\/|pg_xact\/|postgresql\.conf)/,
]

const SAVED = 'all tables are saved or named, and nothing is touched'

it.each(PARTS)(
  `of a store in IndexedDB with any file cut, flipped or missing, ${SAVED} (seeds $first to $last)`,
  async (part) => {
    for (let seed = part.first; seed <= part.last; seed += 1) {
      const kind = (['cut', 'missing', 'flip'] as const)[seed % 3] ?? 'cut'
      const matches = FILES[seed % 4] ?? /./
      const fitting = [...whole].filter(([path, bytes]) => bytes !== null && bytes.length > 0 && matches.test(path))
      const [path = '', bytes] = fitting[(seed * 7919) % fitting.length] ?? []
      const stored = new Map(whole)
      const damaged = damage(bytes ?? new Uint8Array(), kind)
      if (damaged === null) stored.delete(path)
      else stored.set(path, damaged)
      await store(stored)
      const salvaged = await tablesOf()
      const told = `${seed}: ${kind} ${path}: ${JSON.stringify(salvaged)}`
      expect(await isStored(stored), told).toBe(true)
      const schema = schemas.get(path.replace(/_(?:fsm|vm)$/, '')) ?? ''
      const isUsers = schema.startsWith('datastore')
      const isHolding = FILES[2]?.test(path) === true
      if (salvaged === null) {
        // Without one of PostgreSQL's own tables, or the list of tables, nobody knows what is in the others.
        expect(schema, told).toMatch(/^(?:pg_|rowan r)/)
        continue
      }
      expect(salvaged.tables.map(({ name }) => name).toSorted(), told).toEqual(Object.keys(TABLES).toSorted())
      const less = salvaged.tables.filter(({ name, saved }) => saved !== Reflect.get(TABLES, name))
      // A file belongs to one table.
      expect(less.length, told).toBeLessThanOrEqual(isHolding ? 0 : isUsers ? 1 : 3)
      for (const { saved, records } of less)
        expect(saved === null || (records !== null && saved < records), told).toBe(true)
    }
  },
  600_000,
)

function damage(bytes: Uint8Array<ArrayBuffer>, kind: 'cut' | 'missing' | 'flip'): Uint8Array<ArrayBuffer> | null {
  if (kind === 'missing') return null
  if (kind === 'cut') return bytes.slice(0, Math.floor(bytes.length / 5))
  return bytes.map((byte, at) => (at % 5000 === Math.min(100, bytes.length >> 1) ? byte ^ 255 : byte))
}

async function tablesOf(): Promise<Salvaged | null> {
  try {
    const answer = await salvage(new Request('http://x/tables'))
    expect((await answer.blob()).size).toBeGreaterThan(1_000_000)
    return JSON.parse(decodeURIComponent(answer.headers.get('x-rowan-salvaged') ?? ''))
  } catch (error) {
    expect(problemOf(error)).toEqual({ code: 'nothingSalvaged' })
    return null
  }
}

/** As Emscripten keeps files in IndexedDB. */
async function store(files: Files): Promise<void> {
  const db = await openDB(idbName(), 21, { upgrade: (made) => void made.createObjectStore(FILE_DATA) })
  const transaction = db.transaction(FILE_DATA, 'readwrite')
  await transaction.store.clear()
  await Promise.all(
    [...files].map(([path, contents]) => transaction.store.put(contents ? { contents } : {}, `${idbName()}/${path}`)),
  )
  await transaction.done
  db.close()
}

async function isStored(files: Files): Promise<boolean> {
  const db = await openDB(idbName())
  const keys = await db.getAllKeys(FILE_DATA)
  const values: unknown[] = await db.getAll(FILE_DATA)
  db.close()
  const bytesOf = (value: unknown) =>
    typeof value === 'object' && value !== null ? Reflect.get(value, 'contents') : null
  return (
    keys.length === files.size &&
    keys.every((key, at) => {
      const before = files.get(typeof key === 'string' ? key.slice(idbName().length + 1) : '')
      const now: unknown = bytesOf(values[at])
      return before ? now instanceof Uint8Array && Buffer.compare(before, now) === 0 : now === undefined
    })
  )
}

const FILE_DATA = 'FILE_DATA'
