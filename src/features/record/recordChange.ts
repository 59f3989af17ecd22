import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { learning } from '../write/force.ts'
import { lockOf } from '../write/locks.ts'
import { countRecords, NotShownError, recordIsChanged, type SentValues } from '../write/readBack.ts'
import { confirmed, type Change } from '../write/settled.ts'
import { writeParams } from './recordDraft.ts'

type Client = Pick<ActionClient, 'write' | 'search' | 'identity'>

/** The change of the record with this `_id`; `before` has the values that it had. */
export function recordToChange(
  client: Client,
  resource: string,
  id: JsonText,
  values: SentValues,
  before: ReadonlyMap<string, JsonText | undefined>,
): Change<true> {
  return {
    send: () => sendRecord(client, resource, id, values),
    look: async () => {
      const isChanged = await recordIsChanged(client, resource, id, values, before)
      if (isChanged === null) throw new NotShownError('Some values are as they were sent, and some are not')
      return isChanged ? true : null
    },
  }
}

/** The change that adds a record. Asks first how many are like it: one more is then the record that was added. */
export async function recordToAdd(client: Client, resource: string, values: SentValues): Promise<Change<true>> {
  const before = await countRecords(client, resource, values).catch(() => null)
  return {
    send: () => sendRecord(client, resource, null, values),
    look: async () => {
      const now = before === null ? null : await countRecords(client, resource, values)
      if (before === null || now === null) throw new NotShownError('The server does not count')
      return now > before ? true : null
    },
  }
}

async function sendRecord(client: Client, resource: string, id: JsonText | null, values: SentValues): Promise<true> {
  const params = writeParams(resource, id, values, lockOf(client, resource) === 'anyway')
  const { answer } = await learning(client, resource, () => client.write('datastore_upsert', params))
  confirmed(answer)
  return true
}
