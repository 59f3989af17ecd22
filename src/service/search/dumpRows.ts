import { fullStretchOf, stretchOf, type Shown } from './answer.ts'
import type { Table } from '../catalog/catalog.ts'
import type { DumpFormat } from './dumpFormats.ts'
import { isTimeout, searchRefusal } from '../sql/databaseError.ts'
import type { Search } from './searchQuery.ts'
import { bytesOfRows, type CopiedRows } from '../sql/copiedRows.ts'
import { SqlError, type Portions, type Sql } from '../sql/sql.ts'
import { conditions, sql, statement, trusted, value, withLiterals, type Fragment } from '../sql/statement.ts'

/** What a dump holds. */
export interface DumpPlan {
  readonly table: Table
  readonly search: Search
  readonly items: readonly Shown[]
  readonly distinct: boolean
  /** Whether the registry may be read in the same statement. */
  readonly asksRegistry: boolean
  readonly format: DumpFormat
  /** Infinity: all. */
  readonly limit: number
  readonly offset: number
}

/** The lines of records, in batches. */
type Lines = AsyncGenerator<CopiedRows, void, void>

/**
 * Gives the function that reads a dump's records: in one statement, so that they are all of one moment. If the engine
 * can't send while it works, if as many dumps as may do so hold a connection already, if this one's client is slow, or if
 * the statement runs out of time, then from there on in pages: each is a statement of its own and waits for nobody. Throws
 * CKAN's refusals.
 */
export function dumpReader(): (database: Sql, plan: DumpPlan) => Lines {
  let open = 0
  return async function* (database, plan) {
    const { format, limit } = plan
    const byId = isById(plan)
    let done = 0
    let last: string | null = null
    const count = (lines: CopiedRows): void => {
      const rows = lines.ends.length
      if (byId && rows > 0) {
        const line = bytesOfRows(lines, rows - 1, rows)
        last = new TextDecoder().decode(line.subarray(0, line.indexOf(format.delimiter)))
      }
      done += rows
    }

    if (database.copiesAsItRuns && open < MOST_OPEN) {
      const query = queryOf(plan, fullStretchOf, { limit: limit === Infinity ? 'all' : String(limit), done, last })
      let waited = 0
      open += 1
      const inPortions = byId && plan.search.ranks.length === 0
      let asked = 0
      let size = FIRST_PORTION_ROWS
      const nextPortion: Portions = () => {
        if (done < asked || done >= limit) return null
        const isShort = size <= LAST_PORTION_ROWS
        asked = Math.min(done + size, limit)
        const rows = isShort ? String(asked - done) : limit === Infinity ? 'all' : String(limit - done)
        if (!isShort) asked = Infinity
        size *= PORTION_GROWTH
        return { text: textOf(queryOf(plan, fullStretchOf, { limit: rows, done, last }), format), isShort }
      }
      try {
        for await (const lines of database.copy(textOf(query, format), inPortions ? nextPortion : undefined)) {
          count(lines)
          const from = performance.now()
          yield lines
          waited += performance.now() - from
          if (waited > LONGEST_WAIT_MS) break
        }
        if (waited <= LONGEST_WAIT_MS) return
      } catch (error) {
        if (!isTooMuchAtOnce(error)) throw searchRefusal(error, statement(query))
      } finally {
        open -= 1
      }
    }

    const pageRows = byId ? SHORT_PAGE_ROWS : PAGE_ROWS
    for (;;) {
      const rows = Math.min(pageRows, limit - done)
      if (rows <= 0) return
      const query = queryOf(plan, stretchOf, { limit: String(rows), done, last })
      const before = done
      const page: CopiedRows[] = []
      try {
        for await (const lines of database.copy(textOf(query, format))) page.push(lines)
      } catch (error) {
        throw searchRefusal(error, statement(query))
      }
      for (const lines of page) count(lines)
      yield* page
      if (done < before + rows) return
    }
  }
}

/**
 * The rows of the first statements of a dump, the next of which goes on where one ended. PostgreSQL sends ahead what fits
 * into its lines, and breaking it off costs a connection: a reader that leaves soon costs a few rows instead.
 */
const FIRST_PORTION_ROWS = 500
const PORTION_GROWTH = 4

/** Beyond this, all others come in one statement. */
const LAST_PORTION_ROWS = 8000

/** Slow clients and long statements may hold so many connections, and the others are left to searches and writes. */
const MOST_OPEN = 3

/** How long in all a statement may wait for its client: meanwhile it holds a connection, and vacuuming back. */
const LONGEST_WAIT_MS = 5_000

const PAGE_ROWS = 5_000

/** Where the next one begins where it ended, as others wait for each page. */
const SHORT_PAGE_ROWS = 1_000

/** Out of time (or cancelled: then the next page fails, too), or of room for temporary files. */
function isTooMuchAtOnce(error: unknown): boolean {
  return isTimeout(error) || (error instanceof SqlError && error.code === '53400')
}

function isById({ search, distinct }: DumpPlan): boolean {
  return search.byId !== null && !distinct
}

/** Whether the lines are those of the file as they are: the `_id` that tells the place is the first field anyway. */
export function beginsWithId(plan: DumpPlan): boolean {
  const [first] = plan.items
  const isId = first !== undefined && 'column' in first && first.column.name === '_id' && !first.column.isGuarded
  return isId && isById(plan) && plan.format.written === null
}

interface Place {
  /** Decimal digits, or `all`. */
  readonly limit: string
  /** How many records have been read, and the `_id` of the last one if they are in its order. */
  readonly done: number
  readonly last: string | null
}

/** The records from a place on: after the last `_id` if that is the order, or else by offset. */
function queryOf(plan: DumpPlan, stretch: typeof stretchOf, { limit, done, last }: Place): Fragment {
  const { table, search, items, distinct, asksRegistry, format } = plan
  const beyond = trusted(search.byId === 'desc' ? '<' : '>')
  // `_id` is text in the list of tables.
  const after = sql`t."_id" ${beyond} ${value(last, table.columns[0]?.cast)}`
  const rows = stretch(table, last === null ? search : { ...search, where: conditions([search.where, after], 'and') }, {
    items,
    distinct,
    asksRegistry,
    limit,
    offset: String(last === null ? plan.offset + done : 0),
  })
  const selected = format.selected(items, search)
  if (beginsWithId(plan)) return sql`select ${selected} from (${rows}) t`
  return sql`select ${trusted(isById(plan) ? 't."_id"' : '0')}, ${selected} from (${rows}) t`
}

function textOf(query: Fragment, { options }: DumpFormat): string {
  return `copy (${withLiterals(query)}) to stdout (${options})`
}
