import type { ActionClient } from '../../instances/client/actionClient.ts'
import { countStatement, readStatement, type ReadOptions } from '../../results/readStatement.ts'
import type { AnsweredStatement } from '../../results/sqlRuns.ts'
import { prepareParser } from '../copyAs/prepareParser.ts'
import { checkSteadyCount, steadyStatement } from '../copyAs/steadyStatement.ts'

/** Reads all rows of a statement that was answered; throws if another run of it may give others. */
export async function readSteady(client: ActionClient, { sql, answer }: AnsweredStatement, options: ReadOptions) {
  prepareParser()
  const statement = await steadyStatement(
    sql,
    answer.fields.map(({ id }) => id),
  )
  return readStatement(client, statement, answer, options)
}

/** Counts the rows of a statement; throws if another run of it may give another number. */
export async function countSteady(client: ActionClient, sql: string, signal: AbortSignal): Promise<number> {
  prepareParser()
  await checkSteadyCount(sql)
  return countStatement(client, sql, signal)
}
