import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import { learning } from '../../write/force.ts'
import { lockOf } from '../../write/locks.ts'
import { confirmed, type Change } from '../../write/settled.ts'
import { isNamedCkan } from '../../../instances/profile/questions/service.ts'
import { recordWith } from './recordToRestore.ts'

type Client = Pick<ActionClient, 'write' | 'search' | 'profile' | 'identity'>

/**
 * The change that deletes the record with this `_id`. A CKAN before 2.11 has no `datastore_records_delete` and says so; its
 * `datastore_delete` does the same with filters. Other servers aren't asked for that, as without filters it would drop the
 * table.
 */
export function recordToDelete(client: Client, resource: string, id: JsonText): Change<true> {
  const forced = lockOf(client, resource) === 'anyway' ? '"force":true,' : ''
  const params = `{"resource_id":${JSON.stringify(resource)},${forced}"filters":{"_id":${id}}}`
  const send = async (action: 'datastore_records_delete' | 'datastore_delete'): Promise<true> => {
    const { answer } = await learning(client, resource, () => client.write(action, params))
    confirmed(answer)
    return true
  }
  return {
    send: async () => {
      try {
        return await send('datastore_records_delete')
      } catch (error) {
        const { service, isLikeCkan } = client.profile.get()
        const mayBeOld = isNamedCkan(service) || isLikeCkan === true
        if (!mayBeOld || !(error instanceof ActionError) || !isUnknownAction(error)) throw error
        return send('datastore_delete')
      }
    },
    look: async () => ((await recordWith(client, resource, id)).row === null ? true : null),
  }
}

/** Said before anything is done. */
function isUnknownAction({ message, serverText }: ActionError): boolean {
  return /action name not known/i.test(`${message} ${serverText}`)
}
