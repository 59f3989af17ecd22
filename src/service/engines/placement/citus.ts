import type { Placement } from '../../catalog/placement.ts'
import { Refusal } from '../../refusal.ts'
import { SqlError, type Sql } from '../../sql/sql.ts'
import { quoted, sql, statement, value } from '../../sql/statement.ts'

/** What each transaction begins with: `set local` reaches the workers then, and tables there may have our trigger. */
export const CITUS_BEGINNING = `
  set local citus.propagate_set_commands = 'local';
  set local citus.enable_unsafe_triggers = on;
`

/** Tables on Citus, each as the one shard of a distributed table: the registry stays on the coordinator. */
export const citus: Placement = {
  // Tables of one group would all lie on one worker.
  place: (relation) =>
    statement(
      sql`select create_distributed_table(${value(statement(relation).text)}::regclass, null, colocate_with => 'none')`,
    ),
  outOfReach: (error) => (isWorkerOutOfReach(error) ? OUT_OF_REACH : null),
  apart(error, tables) {
    const [first, ...others] = tables
    if (first === undefined || others.length === 0 || !isUnjoined(error)) return null
    const read = others.map(quoted).map((each) => `${each} AS MATERIALIZED (SELECT * FROM ${each})`)
    return `${error.message}. The tables may lie on different machines, so all but one have to be read before they are joined or compared. Begin the statement with WITH ${read.join(', ')}`
  },
}

/** Rejects with words for people if the database is no coordinator of Citus. */
export async function checkCitus(database: Sql): Promise<void> {
  const { rows } = await database.query({ text: `select 1 from pg_extension where extname = 'citus'`, values: [] })
  if (rows.length > 0) return
  throw new Error(
    'ROWAN_PLACEMENT=citus needs the extension citus in this database, and it has none. Have an administrator run there, and on every worker: CREATE EXTENSION citus; or unset ROWAN_PLACEMENT',
  )
}

/** Citus names the node where a connection to a worker fails; if it fails in a change, it calls the connection essential. */
function isWorkerOutOfReach(error: unknown): boolean {
  if (!(error instanceof SqlError)) return false
  const { code, message } = error
  return (code.startsWith('08') && message.includes('node')) || (code === 'XX000' && message.includes('essential'))
}

/** What Citus can't do with tables on different workers (0A000), or not without sending their rows around (XX000). */
function isUnjoined(error: unknown): error is SqlError {
  if (!(error instanceof SqlError)) return false
  return error.code === '0A000' || (error.code === 'XX000' && error.message.includes('repartition'))
}

const OUT_OF_REACH = new Refusal(503, {
  message:
    'The part of the database that this needs is out of reach. What lies on it can be neither read nor changed, and no table made, altered or deleted, until it is back. Other tables can be read, and their records changed. Try again later.',
  __type: 'Service Unavailable',
})
