import type { ActionClient } from '../instances/client/actionClient.ts'
import { sqlName } from '../query/sqlText.ts'

/**
 * What a table holds, as a short text: its fields, how many records it has, and two sums over the MD5 of each. Whatever is
 * added, removed or changed in it makes another text. The server reads the whole table for it, so this is asked of This browser only.
 */
export async function tableState(client: ActionClient, resource: string, signal: AbortSignal): Promise<string> {
  const shape = await client.search({ resource_id: resource, limit: 0 }, { signal })
  const fields = shape.answer.fields.filter(({ id }) => id !== '_full_text')
  const names = fields.map(({ id }) => `t.${sqlName(id)}`).join(', ')
  const { answer } = await client.sql(
    `SELECT count(*)::text AS records, ${sumOf(1)} AS one, ${sumOf(16)} AS other ` +
      `FROM (SELECT md5(row(${names})::text) AS h FROM ${sqlName(resource)} AS t) AS hashes`,
    { signal },
  )
  return JSON.stringify([fields.map(({ id, type }) => [id, type]), answer.rows[0]])
}

/** Of a half of each digest, which is a number of 60 bits. */
function sumOf(from: number): string {
  return `sum(('x' || substr(h, ${from}, 15))::bit(60)::bigint)::text`
}
