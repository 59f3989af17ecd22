import { readFileSync } from 'node:fs'

/** The tables of the statements in `sqlErrors.txt`; ids that begin with a digit and with a letter are read differently bare. */
export const PROGRAMMES = '3e7d0a11-5c7e-4b1a-8d3f-2a6b9c0e7d01'
export const SITES = 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02'

/** A table that anonymous readers may not read, on the CKAN that is recorded. */
const PRIVATE = 'ef4a6aaa-4343-5fbb-9707-efa0b501fcbc'

/** What `datastore_create` is sent for each. */
export const errorTables = [
  {
    resource_id: PROGRAMMES,
    title: 'Programmes',
    fields: [
      { id: 'subject', type: 'text' },
      { id: 'stage', type: 'text' },
      { id: 'n', type: 'int' },
      { id: 'amount', type: 'numeric' },
      { id: 'ratio', type: 'float8' },
      { id: 'day', type: 'date' },
      { id: 'key', type: 'uuid' },
      { id: 'about', type: 'json' },
      { id: 'Kind', type: 'text' },
    ],
    records: [1, 2, 3].map((n) => ({
      subject: ['birds', 'fish', 'moss'][n - 1],
      stage: ['active', '7', 'ended'][n - 1],
      n,
      amount: n * 10.5,
      ratio: n / 4,
      day: `2024-0${n}-15`,
      key: `00000000-0000-4000-8000-00000000000${n}`,
      about: { by: 'x', n },
      Kind: 'k',
    })),
  },
  {
    resource_id: SITES,
    title: 'Sites',
    fields: [
      { id: 'code', type: 'text' },
      { id: 'subject', type: 'text' },
      { id: 'size', type: 'int' },
    ],
    records: [{ code: 'a', subject: 'birds', size: 5 }],
  },
] as const

/** A statement with the tables in place of `{programmes}` and `{sites}`, and bare ids for `{PROGRAMMES}` and `{SITES}`. */
export function withTables(statement: string): string {
  return statement
    .replaceAll('{programmes}', `"${PROGRAMMES}"`)
    .replaceAll('{sites}', `"${SITES}"`)
    .replaceAll('{PROGRAMMES}', PROGRAMMES)
    .replaceAll('{SITES}', SITES)
    .replaceAll('{PRIVATE}', PRIVATE)
    .replaceAll('⏎', '\n')
}

/** What is to be said of a statement that is refused: `marked` has the marked words in ⟦⟧; `fixed` is null without a fix. */
export interface Refusal {
  readonly marked: string
  readonly says: string
  readonly fixed: string | null
}

/** A statement, and how our service and CKAN refuse it; null where it runs. */
export interface ErrorCase {
  readonly sql: string
  readonly ours: Refusal | null
  readonly ckan: Refusal | null
}

/**
 * The cases of `sqlErrors.txt`, a block each: the statement with its mark, the sentence, and behind → the statement with the
 * fix; then, where CKAN refuses it otherwise, the same behind "on CKAN". ⏎ is a line break; "runs" stands for no refusal.
 */
export function errorCases(): readonly ErrorCase[] {
  const text = readFileSync(new URL('sqlErrors.txt', import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n\n')
    .map((block) => {
      const [own = '', other] = block.split('\non CKAN\n')
      const [statement = ''] = own.split('\n')
      const ours = refusalOf(own.split('\n').slice(1).join('\n') === 'runs' ? 'runs' : own)
      return { sql: withoutMarks(statement), ours, ckan: other === undefined ? ours : refusalOf(other) }
    })
}

function refusalOf(block: string): Refusal | null {
  if (block === 'runs') return null
  const [marked = '', says = '', fixed] = block.split('\n')
  return { marked: withTables(marked), says, fixed: fixed === undefined ? null : withTables(fixed.replace(/^→ /, '')) }
}

function withoutMarks(statement: string): string {
  return withTables(statement.replaceAll(/[⟦⟧]/g, ''))
}
