import {
  addFilter,
  chooseResource,
  connect,
  expectRecords,
  grid,
  openSql,
  runSql,
  search,
  setLimit,
} from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, PREFIX, test, type Remote } from './fixtures.ts'

/** What Chromium sends of its own accord with a request of a page. */
const BROWSER_HEADERS =
  /^(host|connection|content-length|user-agent|accept|accept-encoding|accept-language|origin|referer|cache-control|pragma|priority|sec-.*)$/

/** By which the page asks, once, whether there is SQL. */
const PROBE_SQL = 'SELECT 1 AS one'

test('the wire with a token is what the interface says', async ({ page, rowan, remote, guard }) => {
  guard.allow(remote.origin)
  await page.goto(rowan.origin)
  remote.clear()
  await connect(page, { baseUrl: remote.origin, token: remote.token })
  await chooseResource(page, 'field_programmes')
  await search(page, 'river')
  await search(page, '')
  await addFilter(page, 'subject', ['watershed', 'survey'])
  await addFilter(page, 'stage', ['active'])
  const filters = { subject: ['watershed', 'survey'], stage: 'active' }
  await expect.poll(() => searches(remote, FIELD_PROGRAMMES).at(-1)).toMatchObject({ filters })
  const before = searches(remote, FIELD_PROGRAMMES).length
  await setLimit(page, 50)
  await expect.poll(() => searches(remote, FIELD_PROGRAMMES).length).toBeGreaterThan(before)
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')

  // The interface's own words, in one request and no more.
  const after = searches(remote, FIELD_PROGRAMMES).slice(before)
  expect(after).toEqual([{ resource_id: FIELD_PROGRAMMES, filters, limit: 50 }])
  expect(searches(remote, FIELD_PROGRAMMES)).toContainEqual(expect.objectContaining({ q: 'river' }))

  await openSql(page)
  await runSql(page, 'SELECT subject FROM {table} LIMIT 7;')
  await expectRecords(page, 7)
  const sql = posts(remote).filter(({ path }) => path === `${PREFIX}/datastore_search_sql`)
  const statements = sql.map(({ body }) => parsed(body)).filter((body) => body['sql'] !== PROBE_SQL)
  expect(statements).toEqual([{ sql: `SELECT subject FROM "${FIELD_PROGRAMMES}" LIMIT 7` }])

  for (const request of remote.requests) {
    expect(request.path, request.method).toMatch(
      /^\/en\/api\/3\/action\/(datastore_(search|search_sql|info)|status_show)$/,
    )
    if (request.method === 'OPTIONS') continue
    expect(request.method).toBe('POST')
    expect(header(request, 'authorization')).toEqual([remote.token])
    expect(header(request, 'content-type')).toEqual(['application/json'])
    expect(ownHeaders(request).toSorted()).toEqual(['authorization', 'content-type'])
    if (!request.path.endsWith('_sql')) expect(parsed(request.body)).not.toHaveProperty('sql')
  }
})

test('without a token another origin is asked by GET, and no preflight goes before', async ({
  page,
  rowan,
  remote,
  guard,
}) => {
  guard.allow(remote.origin)
  await page.goto(rowan.origin)
  remote.clear()
  await connect(page, { baseUrl: remote.origin })
  await chooseResource(page, 'bird_strikes')
  await setLimit(page, 20)
  await expectRecords(page, 20)
  expect(remote.requests.length).toBeGreaterThan(1)
  for (const request of remote.requests) {
    expect(request.method).toBe('GET')
    expect(ownHeaders(request)).toEqual([])
  }
  const asked = remote.requests.map(({ path }) => new URL(path, remote.origin).searchParams)
  expect(
    asked.filter((query) => query.get('resource_id') === BIRD_STRIKES && query.get('limit') === '20'),
  ).toHaveLength(1)
})

test('the page asks its own origin by JSON POST without a token', async ({ page, remote, guard }) => {
  guard.allow(remote.origin)
  remote.clear()
  await page.goto(remote.origin)
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
  const asked = remote.requests.filter(({ path }) => path.includes('/api/'))
  expect(asked.length).toBeGreaterThan(0)
  for (const request of asked) {
    expect(request.method).toBe('POST')
    expect(ownHeaders(request)).toEqual(['content-type'])
    expect(request.path).toMatch(/^\/en\/api\/3\/action\/(datastore_|status_show$)/)
  }
})

type Request = Remote['requests'][number]

function header(request: Request, name: string): string[] {
  return request.headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value)
}

function ownHeaders(request: Request): string[] {
  return request.headers.map(([name]) => name.toLowerCase()).filter((name) => !BROWSER_HEADERS.test(name))
}

function posts(remote: Remote): Request[] {
  return remote.requests.filter(({ method }) => method === 'POST')
}

/** The bodies of searches on one table, in their order. */
function searches(remote: Remote, resource: string): Record<string, unknown>[] {
  return posts(remote)
    .filter(({ path }) => path === `${PREFIX}/datastore_search`)
    .map(({ body }) => parsed(body))
    .filter((body) => body['resource_id'] === resource && !('distinct' in body))
}

function parsed(body: string): Record<string, unknown> {
  const value: Record<string, unknown> = JSON.parse(body)
  return value
}
