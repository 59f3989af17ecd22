import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { WriteMethod } from '../../../instances/transport/requestEncoding.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import { searchExactly } from '../../../results/plan/searchExactly.ts'
import { learning } from '../../write/force.ts'
import { lockOf } from '../../write/locks.ts'
import { countRecords, NotShownError, recordIsChanged, type SentValues } from '../../write/readBack.ts'
import { confirmed, type Change } from '../../write/settled.ts'
import { writeParams } from './recordDraft.ts'

type Client = Pick<ActionClient, 'write' | 'search' | 'profile' | 'identity'>

/** The change of the record with this `_id`; `before` has the values that it had. */
export function recordToChange(
  client: ActionClient,
  resource: string,
  id: JsonText,
  values: SentValues,
  before: ReadonlyMap<string, JsonText | undefined>,
): Change<true> {
  return {
    send: (method) => sendRecord(client, resource, { id, values, method }),
    look: async () => {
      // What a search leaves out of times would pass for a change.
      const exact = { search: (params: Readonly<Record<string, unknown>>) => searchExactly(client, params, {}) }
      const isChanged = await recordIsChanged(exact, resource, id, values, before)
      if (isChanged === null) throw new NotShownError('Some values are as they were sent, and some are not')
      return isChanged ? true : null
    },
  }
}

/**
 * The change that adds a record. Asks first how many there are, and how many like it: one more of those is then the record
 * that was added, and as many as before in the whole table show that none was.
 */
export async function recordToAdd(client: Client, resource: string, values: SentValues): Promise<Change<true>> {
  const countLike = () => countRecords(client, resource, values)
  const countAll = () => countRecords(client, resource)
  const [like, all] = await Promise.all([countLike().catch(() => null), countAll().catch(() => null)])
  return {
    send: (method) => sendRecord(client, resource, { id: null, values, method }),
    look: async () => {
      if (like !== null && ((await countLike()) ?? 0) > like) return true
      if (all !== null && (await countAll()) === all) return null
      throw new NotShownError('The server does not show whether there is one more')
    },
  }
}

interface SentRecord {
  /** null adds one. */
  readonly id: JsonText | null
  readonly values: SentValues
  readonly method: WriteMethod | undefined
}

async function sendRecord(client: Client, resource: string, { id, values, method }: SentRecord): Promise<true> {
  const params = writeParams(resource, id, values, lockOf(client, resource) === 'anyway')
  const { answer } = await learning(client, resource, () => client.write('datastore_upsert', params, { method }))
  confirmed(answer)
  return true
}
