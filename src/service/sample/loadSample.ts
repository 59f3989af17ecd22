import type { Handler } from '../../protocol/handler.ts'
import { ActionError, readEnvelope } from '../../protocol/envelope.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import { birdStrikes } from './birdStrikes.ts'
import { fieldProgrammes } from './fieldProgrammes.ts'

/**
 * Creates the two sample tables through the service's own actions, replacing existing ones. Throws `ActionError` if one is
 * refused.
 */
export async function loadSample(handler: Handler, token: string): Promise<void> {
  for (const table of [birdStrikes(), fieldProgrammes()]) {
    const resource = JSON.stringify(table.resourceId)
    await remove(handler, token, resource)
    await post(
      handler,
      token,
      'datastore_create',
      JSON.stringify({
        resource_id: table.resourceId,
        aliases: [table.alias],
        fields: table.fields,
        primary_key: table.primaryKey,
        indexes: table.indexes,
      }),
    )
    for (let start = 0; start < table.records.length; start += BATCH) {
      const records = table.records.slice(start, start + BATCH).join(',')
      await post(
        handler,
        token,
        'datastore_upsert',
        `{"resource_id":${resource},"method":"insert","records":[${records}]}`,
      )
    }
  }
}

const BATCH = 2500

async function remove(handler: Handler, token: string, resource: JsonText): Promise<void> {
  try {
    await post(handler, token, 'datastore_delete', `{"resource_id":${resource},"force":true}`)
  } catch (error) {
    if (!(error instanceof ActionError && error.kind === 'notFound')) throw error
  }
}

async function post(handler: Handler, token: string, action: string, body: string): Promise<void> {
  const response = await handler(
    new Request(`http://localhost/api/3/action/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body,
    }),
  )
  readEnvelope(response.status, await response.text())
}
