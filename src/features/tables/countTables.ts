import { ActionError } from '../../protocol/envelope.ts'
import { jsonToPlain } from '../../protocol/jsonText.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { inTurn } from '../../instances/client/turns.ts'

type Counts = ReadonlyMap<string, number>

interface Batch {
  readonly tables: Set<string>
  readonly counts: Promise<Counts>
}

/** By the identity of the client, the tables that wait to be counted with the next ones. */
const open = new Map<string, Batch>()

/**
 * The number of records of a table, counted together with all that are asked for at nearly the same time; null if the
 * server refuses. Rejects if it can't be reached.
 */
export async function countTogether(client: ActionClient, table: string): Promise<number | null> {
  const before = open.get(client.identity)
  const batch = before !== undefined && before.tables.size < MOST_TABLES ? before : opened(client)
  batch.tables.add(table)
  return (await batch.counts).get(table) ?? null
}

/** Lines of a list come into view within one frame, after a scroll within a few. */
const TOGETHER_MS = 50

/** A statement over more would take a server long, and its address a proxy too long. */
const MOST_TABLES = 40

function opened(client: ActionClient): Batch {
  const tables = new Set<string>()
  const counts = new Promise<void>((resolve) => setTimeout(resolve, TOGETHER_MS)).then(() =>
    inTurn(
      client.identity,
      () => {
        // Until its turn, which figures may be before, more tables come into view.
        if (open.get(client.identity) === batch) open.delete(client.identity)
        return countAll(client, [...tables])
      },
      {},
    ),
  )
  const batch = { tables, counts }
  open.set(client.identity, batch)
  return batch
}

/** Without SQL there is no one request for several tables; one alone is counted by any search of it. */
async function countAll(client: ActionClient, tables: readonly string[]): Promise<Counts> {
  try {
    const [first = '', ...others] = tables
    if (others.length > 0) return await countBySql(client, tables)
    const { answer } = await client.search({ resource_id: first, limit: 0 })
    return answer.total === null || answer.totalIsEstimate ? new Map() : new Map([[first, answer.total]])
  } catch (error) {
    // One table that may not be read has the whole statement refused. The list does without counts then.
    if (error instanceof ActionError) return new Map()
    throw error
  }
}

async function countBySql(client: ActionClient, tables: readonly string[]): Promise<Counts> {
  const { answer } = await client.sql(tables.map(countOf).join(' UNION ALL '))
  const at = (name: string) => answer.fields.findIndex(({ id }) => id === name)
  const [tableAt, recordsAt] = [at('table'), at('records')]
  return new Map(
    answer.rows.flatMap((row) => {
      const [table, records] = [row[tableAt], row[recordsAt]]
      return table === undefined || records === undefined ? [] : [[jsonToPlain(table), Number(records)] as const]
    }),
  )
}

function countOf(table: string): string {
  const [name, text] = [table.replaceAll('"', '""'), table.replaceAll("'", "''")]
  return `SELECT '${text}' AS "table", count(*) AS "records" FROM "${name}"`
}
