import { afterAll, expect, test, vi } from 'vitest'
import { memoryCopies } from '../../e2e/support/memoryCopies.ts'
import { createActionClient } from '../instances/client/createActionClient.ts'
import type { Instance } from '../instances/instance.ts'
import { currentToken, forgetToken, setToken } from '../instances/tokens.ts'
import type { Handler } from '../protocol/handler.ts'
import { wholeTable } from '../query/query.ts'
import { copies } from './copies.ts'
import { provideCopies } from './copiesEngine.ts'
import { startCopy } from './orders.ts'
import { live, workOnCopies } from './underWay.ts'

const instance: Instance = {
  id: 'guarded',
  title: 'Guarded',
  baseUrl: 'https://guarded.example',
  prefix: '/api/3/action',
  tokenHeader: 'Authorization',
  resource: null,
  origin: 'own',
}

const handler: Handler = async (request) => {
  const isLast = (await request.text()).includes('desc') || request.url.includes('desc')
  const records = [
    { _id: 1, name: 'a' },
    { _id: 2, name: 'b' },
  ].slice(isLast ? 1 : 0)
  const fields = Object.entries({ _id: 'int', name: 'text' }).map(([id, type]) => ({ id, type }))
  return Response.json({ success: true, result: { fields, records, total: 2, limit: 100 } })
}

const originOf = () => {
  const token = currentToken(instance)
  return { instance, token, client: createActionClient(handler, { ...instance, token }, { origin: 'http://page' }) }
}

afterAll(() => {
  copies.change(() => [])
  forgetToken(instance.id)
  vi.unstubAllGlobals()
})

test('a copy that was begun with a token waits for one, and goes on as soon as it is given', async () => {
  vi.stubGlobal('navigator', {})
  copies.change(() => [])
  const memory = memoryCopies()
  provideCopies({ handler: memory.handler, status: () => ({ phase: 'idle' }) }, { origin: 'http://page' })
  setToken(instance, 'secret', false)
  const { client } = originOf()
  startCopy({ instance, client, query: wholeTable('r'), title: 'R', fields: 2, total: 2 })
  forgetToken(instance.id)
  const id = copies.get()[0]?.id ?? ''
  workOnCopies(originOf)
  expect(live.getState().get(id)).toMatchObject({ phase: 'noToken' })
  setToken(instance, 'secret', false)
  await expect.poll(() => memory.texts(id)).toHaveLength(2)
})
