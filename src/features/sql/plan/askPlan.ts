import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import type { Plan } from '../../../sql/plan/plan.ts'
import { readPlan } from '../../../sql/plan/readPlan.ts'

/**
 * The plan of a statement, with `isMeasured` by running it; null if the answer is none that can be read. A server that refuses
 * EXPLAIN itself is remembered as one that doesn't explain.
 */
export async function askPlan(
  client: ActionClient,
  sql: string,
  isMeasured: boolean,
  signal: AbortSignal,
): Promise<Plan | null> {
  // Since PostgreSQL 18 a measured plan counts blocks, too, unless that is declined.
  const options = isMeasured ? 'FORMAT JSON, ANALYZE, BUFFERS OFF' : 'FORMAT JSON'
  try {
    const { answer } = await client.sql(`EXPLAIN (${options}) ${sql}`, { signal })
    const [first] = answer.rows[0] ?? []
    const plan = first === undefined ? null : readPlan(first)
    if (plan !== null) client.profile.learn('noticed', { explains: 'yes' })
    return plan
  } catch (error) {
    if (isRefusalOfExplain(error)) client.profile.learn('noticed', { explains: 'no' })
    throw error
  }
}

/** Whether the server stumbles over the word itself, or runs the statement without it inside another, as CKAN 2.11 does. */
export function isRefusalOfExplain(error: unknown): boolean {
  return error instanceof ActionError && REFUSAL.test(`${error.message} ${error.serverText}`)
}

const REFUSAL = /at or near "explain"|\(\(FORMAT JSON/i
