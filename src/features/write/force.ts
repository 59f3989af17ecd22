import type { ActionClient } from '../../instances/client/actionClient.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { learnReadOnly, lockOf } from './locks.ts'

type Chooser = Pick<ActionClient, 'identity'>

/** Whether CKAN refused because the table was made from a file or a link, not by this API; `force` would get past that. */
export function isReadOnlyRefusal(error: unknown): boolean {
  return error instanceof ActionError && error.fields['read-only'] !== undefined
}

/** Sends a change of that table; a refusal because it is read-only is remembered, so that no more is offered. */
export async function learning<T>(client: Chooser, resource: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (isReadOnlyRefusal(error)) learnReadOnly(client, resource)
    throw error
  }
}

/** The parameter that a change of this table needs; empty unless someone chose to change it anyway. */
export function forceOf(client: Chooser, resource: string): { readonly force?: true } {
  return lockOf(client, resource) === 'anyway' ? { force: true } : {}
}
