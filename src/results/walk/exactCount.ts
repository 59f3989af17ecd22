import type { Field } from '../../protocol/field.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { ProblemError } from '../../protocol/problem.ts'
import { countStatement, type ReadOptions } from '../readStatement.ts'
import { believedTotal, evidenceOf } from './evidence.ts'
import { recordPages } from './recordPages.ts'
import { selectOf } from '../../query/toSql.ts'
import { sentWords } from '../../query/words.ts'
import type { Plan } from '../plan/plan.ts'

/**
 * How many records match, whatever `limit` says: as the server counts them, else by SQL with the same conditions, else by
 * reading them all. Throws if none of that shows how many there are.
 */
export async function exactCount(plan: Plan, options: ReadOptions): Promise<number> {
  const { client, query } = plan
  const { signal } = options
  const answer = await plan.as({ sort: [] }).count({ signal })
  const told = believedTotal(answer, evidenceOf(client))
  if (told !== null) return told
  // Only the server knows in which language it searches for words.
  if (sentWords(query.search) === '' && client.profile.get().sql !== 'off') {
    try {
      const fields = answer.fields.length > 0 ? answer.fields : await fieldsOfRecords(plan, signal)
      if (fields.length > 0) return await countStatement(client, selectOf({ ...query, sort: [] }, fields), signal)
    } catch (error) {
      // A server without SQL refuses; one that counts nothing is read.
      if (!(error instanceof ActionError)) throw error
    }
  }
  return countByReading(plan, options)
}

/** The fields of a server that names none beside its records. */
async function fieldsOfRecords(plan: Plan, signal: AbortSignal): Promise<readonly Field[]> {
  return (await plan.page({ offset: 0, limit: 1 }, false).ask({ signal })).answer.fields
}

async function countByReading(plan: Plan, options: ReadOptions): Promise<number> {
  const { signal } = options
  let count = 0
  let isProven = true
  const ended = (isShown: boolean) => {
    isProven = isShown
  }
  for await (const page of recordPages(plan, signal, ended)) {
    count += page.rows.length
    options.onProgress(count, null)
  }
  if (!isProven) throw new ProblemError({ code: 'endNotShown', given: count })
  return count
}
