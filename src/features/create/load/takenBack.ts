import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { countRecords } from '../../write/readBack.ts'
import { InDoubtError, leavesDoubt, settle } from '../../write/settled.ts'
import { tableToDelete } from '../../write/tableToDelete.ts'

/** A table that was just made, and how its load ended. */
export interface MadeTable {
  readonly resource: string
  /** It is a table of its own: no file or dataset of the site goes with it. */
  readonly isOwn: boolean
  readonly loaded: number
  readonly error: Error
}

/**
 * Deletes a table that was made for records of which the server has refused all, so that nothing half made is left. True if
 * it is gone; false if it may hold records, or wasn't made here, or the server keeps it.
 */
export async function isTakenBack(
  client: Pick<ActionClient, 'write' | 'search' | 'profile' | 'identity'>,
  { resource, isOwn, loaded, error }: MadeTable,
): Promise<boolean> {
  if (!isOwn || loaded > 0 || !isRefused(error)) return false
  try {
    // Null: the server shows no number, and its refusal has said that there are none.
    if (((await countRecords(client, resource).catch(() => null)) ?? 0) > 0) return false
    return await settle(tableToDelete(client, resource))
  } catch {
    return false
  }
}

/** Certainly nothing was stored. */
function isRefused(error: Error): boolean {
  if (error instanceof InDoubtError) return !error.isOpen
  return error instanceof ActionError && !leavesDoubt(error)
}
