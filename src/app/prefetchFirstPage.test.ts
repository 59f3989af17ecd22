import { expect, test } from 'vitest'
import { createQueryClient } from '../results/queries.ts'
import { tableHandler } from '../../e2e/support/tableHandler.ts'
import { thisBrowser, type Instance } from '../instances/instance.ts'
import { emptyView, type View } from '../workspace/view.ts'
import { prefetchFirstPage } from './prefetchFirstPage.ts'

const known: Instance = {
  id: 'one',
  title: 'One',
  baseUrl: 'https://data.example',
  prefix: '/en/api/3/action',
  tokenHeader: 'Authorization',
  resource: 'usual',
  origin: 'settings',
}

async function asked(view: Partial<View>, instances: readonly Instance[] = [known], hasEngine = true) {
  const { handler, asked } = tableHandler({ rows: 3 })
  const cache = createQueryClient()
  const origin = 'https://data.example'
  prefetchFirstPage(cache, {
    instances,
    view: { ...emptyView, ...view },
    token: () => null,
    handler: instances.includes(thisBrowser) ? () => Promise.reject(new Error('This is not its way')) : handler,
    engine: hasEngine ? handler : null,
    origin,
  })
  await expect.poll(() => cache.isFetching()).toBe(0)
  return asked
}

test("asks for the first page of the view's table, or of the usual one", async () => {
  expect(await asked({})).toEqual([{ resource_id: 'usual', limit: 200 }])
  expect(await asked({ resource: 'mine', search: 'x', limit: 5 })).toEqual([{ resource_id: 'mine', q: 'x', limit: 5 }])
})

test("asks the page's own PostgreSQL by its own way", async () => {
  expect(await asked({}, [thisBrowser])).toEqual([{ resource_id: 'field_programmes', limit: '200' }])
})

test('asks nothing of a place that is not known, of SQL, of no table, of a page without PostgreSQL', async () => {
  expect(await asked({ base: 'https://unknown.example' })).toEqual([])
  expect(await asked({ mode: 'sql' })).toEqual([])
  expect(await asked({}, [{ ...known, resource: null }])).toEqual([])
  expect(await asked({}, [thisBrowser], false)).toEqual([])
})
