import type { ActionClient } from '../../instances/client/actionClient.ts'
import { forceOf, learning } from './force.ts'
import { newId } from './newId.ts'
import { tableIsThere } from './readBack.ts'
import { confirmed, type Change } from './settled.ts'

/** The change that deletes a table with its records and aliases. */
export function tableToDelete(client: Pick<ActionClient, 'write' | 'search' | 'identity'>, id: string): Change<true> {
  return {
    send: async () => {
      const params = { resource_id: id, ...forceOf(client, id) }
      const { answer } = await learning(client, id, () => client.write('datastore_delete', JSON.stringify(params)))
      confirmed(answer)
      return true
    },
    look: async () => ((await tableIsThere(client, id, newId())) ? null : true),
  }
}
