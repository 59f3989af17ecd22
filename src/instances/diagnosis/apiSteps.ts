import { TABLE_METADATA, USUAL_PREFIXES } from '../../protocol/actions.ts'
import type { ActionError } from '../../protocol/envelope.ts'
import type { Handler } from '../../protocol/handler.ts'
import { refusalOf } from '../profile/probing.ts'
import { asker, type Asker, type RawReply } from '../transport/asker.ts'
import type { Connection } from '../transport/connection.ts'

/** The first of the usual prefixes, except the given one, under which the action API answers; null if none does. */
export async function usualPrefixThatAnswers(
  handler: Handler,
  anonymous: Connection,
  page: { origin: string },
  signal: AbortSignal,
): Promise<string | null> {
  const others = USUAL_PREFIXES.filter((prefix) => prefix !== anonymous.prefix)
  const found = await Promise.all(
    others.map(async (prefix) => {
      const there = asker(handler, { ...anonymous, prefix }, page, signal)
      const reply = await there('datastore_search', { resource_id: TABLE_METADATA, limit: 1 })
      return reply !== null && noApiRefusal(reply) === null
    }),
  )
  return others.find((_, at) => found[at]) ?? null
}

/**
 * Why the answer is not one of the action API; null if it is, which includes a refusal in the API's own form. A server
 * without a list of tables may have no answer for the list: then a table that answers shows that the API is there.
 */
export async function noApiWithTable(
  answer: RawReply,
  ask: Asker,
  resource: string | null,
): Promise<ActionError | null> {
  const refusal = noApiRefusal(answer)
  if (refusal === null || resource === null) return refusal
  const reply = await ask('datastore_search', { resource_id: resource, limit: 1 })
  return reply !== null && noApiRefusal(reply) === null ? null : refusal
}

function noApiRefusal(answer: RawReply): ActionError | null {
  const refused = refusalOf(answer)
  return refused?.kind === 'server' ? refused : null
}
