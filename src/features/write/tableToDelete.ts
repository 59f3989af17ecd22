import type { ActionClient } from '../../instances/client/actionClient.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { jsonKind } from '../../protocol/jsonText.ts'
import { forceOf, learning } from './force.ts'
import { newId } from './newId.ts'
import { tableIsThere } from './readBack.ts'
import { confirmed, UnconfirmedError, type Change } from './settled.ts'

/** The change that deletes a table with its records and aliases. */
export function tableToDelete(client: Pick<ActionClient, 'write' | 'search' | 'identity'>, id: string): Change<true> {
  return {
    send: async (method) => {
      const params = { resource_id: id, ...forceOf(client, id) }
      const { answer } = await learning(client, id, () =>
        client.write('datastore_delete', JSON.stringify(params), { method }),
      )
      confirmed(answer)
      return true
    },
    look: async () => ((await tableIsThere(client, id, newId())) ? null : true),
  }
}

/** The change that removes a resource of a CKAN from its dataset, with its file and its table. */
export function resourceToDelete(client: Pick<ActionClient, 'write' | 'read'>, id: string): Change<true> {
  return {
    send: async () => {
      // CKAN answers nothing; what it refuses rejects.
      const { answer } = await client.write('resource_delete', JSON.stringify({ id }))
      if (jsonKind(answer) === 'null') return true
      throw new UnconfirmedError('The answer does not say that the resource was removed')
    },
    look: async () => {
      try {
        await client.read('resource_show', { id })
        return null
      } catch (error) {
        if (error instanceof ActionError && error.kind === 'notFound') return true
        throw error
      }
    },
  }
}
