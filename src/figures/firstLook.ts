import type { Columns } from '../columnar/columns.ts'
import { columnsOfRows } from '../columnar/columnsOfRows.ts'
import { distributionOf } from '../columnar/distribution.ts'
import type { CallOptions } from '../instances/client/actionClient.ts'
import { inTurn } from '../instances/client/turns.ts'
import { ActionError } from '../protocol/envelope.ts'
import type { Field } from '../protocol/field.ts'
import { countsAlikeOnce, wholeTable } from '../query/query.ts'
import { surePlan } from '../results/plan/plan.ts'
import type { Answer } from '../results/answer.ts'
import { idEndsStatement } from '../summary/distributionSql.ts'
import type { Distribution } from '../summary/figures.ts'
import { givenText, type AskedTable } from './askSql.ts'
import { gather } from './gather.ts'
import { rowsAtHand } from './rowsAtHand.ts'
import { spreadIds, withIds } from './spreadIds.ts'

/** So many records are counted whole about as soon as a sample of them is drawn. */
const QUICK_MOST = 100_000

/** The records of a sample. Headers have room for some thirty bars, which fewer would draw ragged. */
const SAMPLED = 2000

/** Fewer show too little, and a query that finds few records is answered soon. */
const SAMPLED_LEAST = 200

/** Texts that are longer than this on average, in characters of JSON, take longer to send than others to count. */
const LONGEST = 200

/**
 * How fields are spread in a sample of records from all over the table, for several fields of one moment by one question:
 * something to see until all records are counted. Null where they are few or long, or where a sample can't be had.
 */
export function firstLooks(
  table: AskedTable,
  answer: Answer | null,
): (field: Field, options: CallOptions) => Promise<Distribution | null> {
  const look = gather<Field, Distribution | null>(async (fields, options) => {
    const total = answer?.total ?? null
    const columns = await sampleOf(table, fields, options)
    if (columns === null || columns.records < SAMPLED_LEAST) return fields.map(() => null)
    const coverage = { kind: 'sample', of: columns.records, total } as const
    return fields.map(({ id }) => withoutGuesses(distributionOf(columns, null, id, coverage)))
  })
  const takesLong = ({ id }: Field) => {
    const { fields, rows: shown, total } = rowsAtHand(answer, [id], SAMPLED_LEAST)
    if (fields.length === 0 || shown.length === 0 || (total !== null && total <= QUICK_MOST)) return false
    const length = shown.reduce((sum, [cell]) => sum + (cell?.length ?? 0), 0)
    return length <= LONGEST * shown.length && !countsAlikeOnce(table.query)
  }
  return (field, options) => (takesLong(field) ? look(field, options) : Promise.resolve(null))
}

/** A sample says which values are frequent, but not how many there are, nor that all are null. */
function withoutGuesses(distribution: Distribution): Distribution | null {
  const { shape } = distribution
  if (shape.kind === 'bars') return distribution
  return shape.kind === 'values' ? { ...distribution, shape: { ...shape, distinct: null } } : null
}

/** A sample of the query's records with these fields; null if the server can't be asked like that. */
async function sampleOf(table: AskedTable, asked: readonly Field[], options: CallOptions): Promise<Columns | null> {
  const { client, query, fields } = table
  try {
    return await inTurn(
      client.identity,
      async () => {
        const statement = idEndsStatement(wholeTable(query.resource), fields)
        const { rows: ends } = (await client.sql(statement, options)).answer
        const [first, last] = (ends[0] ?? []).map((cell) => Number(givenText(cell) ?? Number.NaN))
        if (first === undefined || last === undefined || !Number.isSafeInteger(last - first)) return null
        const columns = asked.map(({ id }) => id)
        const sampled = withIds(query, columns, spreadIds(first, last, SAMPLED))
        const question = surePlan(client, sampled).page(WINDOW, false)
        const { answer } = await question.ask(options)
        const places = asked.map(({ id }) => answer.fields.findIndex((field) => field.id === id))
        return columnsOfRows(
          asked,
          answer.rows.map((row) => places.map((place) => row[place])),
        )
      },
      options,
    )
  } catch (error) {
    // Whoever counts all records will say what is wrong.
    if (error instanceof ActionError) return null
    throw error
  }
}

const WINDOW = { offset: 0, limit: SAMPLED }
