import type { ResultColumn } from '../sql/sql.ts'

/** A column of a statement's result, with PostgreSQL's name of its type. */
export interface TypedColumn extends ResultColumn {
  readonly typeName: string
}

/** The columns that statements gave of late. */
export interface LikelyColumns {
  /** Those of the last statement that differs from this one in its numbers and texts alone; null if there was none. */
  of(statement: string): readonly TypedColumn[] | null
  note(statement: string, columns: readonly TypedColumn[]): void
}

/** Remembers some hundred kinds of statements. */
export function createLikelyColumns(): LikelyColumns {
  const known = new Map<string, readonly TypedColumn[]>()
  return {
    of: (statement) => (statement.length > LONGEST ? null : (known.get(kindOf(statement)) ?? null)),
    note(statement, columns) {
      if (statement.length > LONGEST || columns.length > MOST_COLUMNS) return
      if (known.size >= MOST) known.clear()
      known.set(kindOf(statement), columns)
    },
  }
}

/** Whether two statements have the same columns, in the same order. */
export function areSame(some: readonly ResultColumn[], others: readonly ResultColumn[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, type, isStored }, at) => {
      const other = others[at]
      return other?.name === name && other.type === type && other.isStored === isStored
    })
  )
}

function kindOf(statement: string): string {
  return statement.replaceAll(/'(?:[^']|'')*'|"[^"]*"|(?<!\w)\d+/g, (found) => (found.startsWith('"') ? found : '?'))
}

const MOST = 500
const LONGEST = 4000
const MOST_COLUMNS = 100
