import type { Field } from '../../protocol/field.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { ProblemError } from '../../protocol/problem.ts'
import type { Query } from '../../query/query.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { countStatement, type ReadOptions } from '../readStatement.ts'
import { believedTotal, evidenceOf } from './evidence.ts'
import { recordPages } from './recordPages.ts'
import { selectOf } from '../../query/toSql.ts'
import { sentWords } from '../../query/words.ts'
import { askTotal, pageQuestion } from '../way/askPage.ts'

/**
 * How many records match, whatever `limit` says: as the server counts them, else by SQL with the same conditions, else by
 * reading them all. Throws if none of that shows how many there are.
 */
export async function exactCount(client: ActionClient, query: Query, options: ReadOptions): Promise<number> {
  const { signal } = options
  const answer = await askTotal(client, { ...query, sort: [] }, { signal })
  const told = believedTotal(answer, evidenceOf(client))
  if (told !== null) return told
  // Only the server knows in which language it searches for words.
  if (sentWords(query.search) === '' && client.profile.get().sql !== 'off') {
    try {
      const fields = answer.fields.length > 0 ? answer.fields : await fieldsOfRecords(client, query, signal)
      if (fields.length > 0) return await countStatement(client, selectOf({ ...query, sort: [] }, fields), signal)
    } catch (error) {
      // A server without SQL refuses; one that counts nothing is read.
      if (!(error instanceof ActionError)) throw error
    }
  }
  return countByReading(client, query, options)
}

/** The fields of a server that names none beside its records. */
async function fieldsOfRecords(client: ActionClient, query: Query, signal: AbortSignal): Promise<readonly Field[]> {
  return (await pageQuestion(client, query, { offset: 0, limit: 1 }, false).ask({ signal })).answer.fields
}

async function countByReading(client: ActionClient, query: Query, options: ReadOptions): Promise<number> {
  const { signal } = options
  let count = 0
  let isProven = true
  const ended = (isShown: boolean) => {
    isProven = isShown
  }
  for await (const page of recordPages(client, query, signal, ended)) {
    count += page.rows.length
    options.onProgress(count, null)
  }
  if (!isProven) throw new ProblemError({ code: 'endNotShown', given: count })
  return count
}
