import { expect, test } from 'vitest'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import { InDoubtError, settle } from './settled.ts'
import { resourceToDelete } from './tableToDelete.ts'

let played = 0

/** A CKAN with one resource, which answers a deletion so. */
function ckan(deletion: readonly [number, string]) {
  let isThere = true
  const asked: string[] = []
  const handler = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const action = pathname.split('/').at(-1) ?? ''
    asked.push(`${action} ${await request.text()}`)
    const [status, body] =
      action === 'resource_delete'
        ? deletion
        : isThere
          ? [200, '{"success":true,"result":{"id":"r"}}']
          : [404, '{"success":false,"error":{"__type":"Not Found Error","message":"Not found"}}']
    if (action === 'resource_delete' && status !== 403) isThere = false
    return new Response(body, { status, headers: { 'content-type': 'application/json' } })
  }
  const connection = {
    baseUrl: `http://removing${(played += 1)}.example`,
    prefix: '/api/3/action',
    tokenHeader: 'Authorization',
    token: 'a token',
  }
  return { asked, client: createActionClient(handler, connection, { origin: 'http://page.example' }) }
}

test('a resource is removed by its id; CKAN answers nothing', async () => {
  const { client, asked } = ckan([200, '{"success":true,"result":null}'])
  expect(await settle(resourceToDelete(client, 'r'))).toBe(true)
  expect(asked).toEqual(['resource_delete {"id":"r"}'])
})

test('a removal that is not confirmed is looked for', async () => {
  const { client, asked } = ckan([504, '<html>'])
  expect(await settle(resourceToDelete(client, 'r'), [0])).toBe(true)
  expect(asked).toHaveLength(2)
})

test('a removal that is refused is an error, without doubt', async () => {
  const { client } = ckan([403, '{"success":false,"error":{"__type":"Authorization Error","message":"no"}}'])
  const refusal = await settle(resourceToDelete(client, 'r'), [0]).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 403 })
  expect(refusal).not.toBeInstanceOf(InDoubtError)
})
