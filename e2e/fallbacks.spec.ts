import { askAgain, exportCsv, firstCell, gotoKnown, openKnown, resultStatus, runSql, visibleRows } from './explorer.ts'
import type { Fault } from './faultProxy.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'
import { startMinimalServer, type MinimalServer } from './minimalServer.ts'
import { PLAIN, statementsOn, type Reading, type Records } from './support/minimalReading.ts'

const ROWS: Records = Array.from({ length: 120 }, (_, at) => ({
  no: at + 1,
  title: `Water level ${at + 1}`,
  subject: ['watershed', 'survey', 'birds'][at % 3],
}))

const servers: MinimalServer[] = []
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

interface Watch {
  expectConsole(line: RegExp): void
  allow(origin: string, token?: string): void
}

async function started(guard: Watch, reading: Partial<Reading>, rows = ROWS): Promise<MinimalServer> {
  const server = await startMinimalServer('r', rows, statementsOn(rows), { ...PLAIN, ...reading })
  servers.push(server)
  guard.allow(server.origin)
  // The browser's own line on each refusal.
  guard.expectConsole(/Failed to load resource: the server responded with a status of (4|500)/)
  return server
}

/** What was asked, as `method action parameters`, and with which status it was refused. */
function refusedBy({ requests }: MinimalServer, from = 0): readonly string[] {
  return requests.slice(from).flatMap((asked) => (asked.status < 400 ? [] : [`${asked.status} ${lineOf(asked)}`]))
}

function lineOf({ method, path, body }: MinimalServer['requests'][number]): string {
  const said = body === '' ? '' : ` ${body.length > 200 ? `${body.length} characters` : body}`
  return `${method} ${decodeURIComponent(path)}${said}`
}

const SEARCH = '/en/api/3/action/datastore_search'

for (const statuses of ['by cause', 'always 500'] as const) {
  test(`only the interface, refusals ${statuses}: two questions are refused, after the first rows, once a day`, async ({
    page,
    rowan,
    guard,
  }) => {
    const server = await started(guard, { others: 'refused', errors: 'nothing', statuses }, ROWS.slice(0, 40))
    await openKnown(page, rowan.origin, { name: 'The least', baseUrl: server.origin }, 'table=r')
    const first = server.requests[0]
    expect(first === undefined ? '' : lineOf(first)).toBe(`GET ${SEARCH}?resource_id=r&limit=200`)
    const [noTable, noOffset] = statuses === 'by cause' ? [404, 400] : [500, 500]
    await expect
      .poll(() => refusedBy(server))
      .toEqual([
        `${noTable} GET ${SEARCH}?resource_id=_table_metadata&limit=1000`,
        `${noOffset} GET ${SEARCH}?resource_id=r&limit=40&offset=40`,
      ])
    await expect(resultStatus(page)).toHaveText(/^40 records · [\d,]+ ms · can't tell if that is all$/)
    await expect(page.getByText('This server has no list of tables.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(server.requests[0]?.status).toBe(200)
    expect(refusedBy(server)).toHaveLength(2)

    const before = server.requests.length
    await page.reload()
    await expect(resultStatus(page)).toHaveText(/^40 records · [\d,]+ ms · can't tell if that is all$/)
    await expect(page.getByText('This server has no list of tables.')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(server.requests.slice(before).map(lineOf)).toEqual([`GET ${SEARCH}?resource_id=r&limit=200`])
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

test('everything in another way: prefix, limit, filters, long statements, records; and it is remembered', async ({
  page,
  rowan,
  guard,
}) => {
  const server = await started(guard, {
    prefix: '/api/3/action',
    records: 'deeper, under another name',
    others: 'refused',
    most: 50,
    greaterLimits: 'are refused',
    filtersInAddress: 'are ignored',
    forms: false,
    body: 1000,
  })
  const known = { name: 'Another way', baseUrl: server.origin }
  await openKnown(page, rowan.origin, known, 'table=r&filter=["subject","birds"]')
  await expect(resultStatus(page)).toHaveText(/^40 records · [\d,]+ ms · /)
  expect(new Set([...(await visibleRows(page)).values()].map((row) => row['subject']))).toEqual(new Set(['birds']))
  const found = '/api/3/action/datastore_search'
  const filters = 'filters={"subject":"birds"}'
  const json = (limit: number) => `{"resource_id":"r","filters":{"subject":"birds"},"limit":${limit}}`
  await page.waitForLoadState('networkidle')
  expect(server.requests.slice(0, 6).map((asked) => `${asked.status} ${lineOf(asked)}`)).toEqual([
    `404 GET ${SEARCH}?resource_id=r&${filters}&limit=200`,
    `400 GET ${found}?resource_id=r&${filters}&limit=200`,
    `404 GET ${SEARCH}?resource_id=r&${filters}&limit=1`,
    `200 GET ${found}?resource_id=r&${filters}&limit=1`,
    '204 OPTIONS /api/3/action/datastore_search',
    `200 POST ${found} ${json(1)}`,
  ])

  const statement = `SELECT * FROM "r" WHERE title <> '${'so long that no address holds it '.repeat(80)}'`
  await page.goto(`${rowan.origin}/#v=1&base=${server.origin}&table=r&mode=sql&sql=${encodeURIComponent(statement)}`)
  await expect(resultStatus(page)).toHaveText(/^50 records · /)
  const sqls = server.requests.filter(({ action }) => action === 'datastore_search_sql')
  expect(sqls.slice(0, 2).map(({ status, method }) => `${status} ${method}`)).toEqual(['413 POST', '200 GET'])

  const before = server.requests.length
  await page.goto(`${rowan.origin}/#v=1&base=${server.origin}&table=r&filter=["subject","birds"]`)
  await page.reload()
  await expect(resultStatus(page)).toHaveText(/^40 records · [\d,]+ ms · /)
  expect(server.requests.slice(before).map(lineOf)).toContain(`POST ${found} ${json(50)}`)
  expect(refusedBy(server, before)).toEqual([])

  const asExported = async () => (await exportCsv(page)).text.trimEnd().split('\r\n').slice(1)
  expect(await asExported()).toHaveLength(40)
  // The rest is asked for in order, which is tried once.
  const isSorted = (line: string) => /\bsort\b/.test(line)
  const sorted = refusedBy(server, before).filter(isSorted)
  expect(sorted).toHaveLength(2)
  expect(await asExported()).toHaveLength(40)
  expect(refusedBy(server, before)).toEqual(sorted)
})

test('filters that are ignored in every way are refused in words, and nothing is shown as if it were filtered', async ({
  page,
  rowan,
  guard,
}) => {
  const server = await started(guard, { filtersInAddress: 'are ignored', filtersInJson: 'are ignored' })
  await gotoKnown(page, rowan.origin, { name: 'All', baseUrl: server.origin }, 'table=r&filter=["subject","birds"]')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('This server ignores filters: it sends records that they exclude.')
  await expect(alert).toContainText('Remove the filters, or ask in SQL.')
  await expect(firstCell(page)).toHaveCount(0)
})

test('a refusal that the page may not read: without a token, one may be missing; later, CORS is not to blame', async ({
  page,
  rowan,
  guard,
}) => {
  // The last of them says that the server is there, in an answer that stays closed to the page.
  guard.expectConsole(/blocked by CORS policy|net::ERR_FAILED|responded with a status of 40[14]/)
  const lock: { token: string | null } = { token: 'needed' }
  const reading = Object.defineProperty({ ...PLAIN, refusalsAreOpen: false }, 'token', { get: () => lock.token })
  const server = await startMinimalServer('r', ROWS, statementsOn(ROWS), reading)
  servers.push(server)
  guard.allow(server.origin)
  await gotoKnown(page, rowan.origin, { name: 'Locked', baseUrl: server.origin }, 'table=r')
  const alert = page.getByRole('main').getByRole('alert')
  const host = new URL(server.origin).host
  await expect(alert.locator('b')).toHaveText(`No answer from ${host} that this page may read.`)
  await expect(alert.locator('p')).toHaveText(
    `Either the address can't be reached (check it), the server needs an API token (enter it in the connection), or the server doesn't allow ${rowan.origin} to read it (CORS), which only its administrator can change.`,
  )
  // Nothing in the rail looks as if it were still on its way.
  await expect(page.getByRole('navigation').locator('[class*="skeleton"]')).toHaveCount(0)
  lock.token = null
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(firstCell(page)).toBeVisible()
  // The list is asked for by this button, or by a part of the page that is drawn once there are records.
  const again = page.getByRole('navigation').getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 })
    await expect(page.getByText('This server has no list of tables.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('alert')).toHaveCount(0)
  lock.token = 'needed'
  await askAgain(page)
  await expect(alert.locator('p').first()).toHaveText(
    'This page has read other answers of this server. It may be down for the moment, or it refused this query and does not let the page read why.',
  )
})

/** CKAN's answers to statements: values that don't fit are a bare 500, and a statement is wrapped in another. */
const ckanSql: Fault = ({ asked, send }) => {
  const sql = String(asked.params['sql'])
  const answer = (status: number, error: object) =>
    send({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ success: false, error }) })
  if (!sql.startsWith('DELETE')) {
    return answer(500, { __type: 'Internal Server Error', message: 'Internal Server Error' })
  }
  const orig = `syntax error at or near "FROM"\nLINE 1: SELECT * FROM (${sql}) AS blah LIMIT 32001\n                              ^\n`
  return answer(409, {
    __type: 'Validation Error',
    query: [orig],
    info: { statement: [sql], params: [{}], orig: [orig] },
  })
}

/** A column of JSON as CKAN writes it: in ASCII, with all its digits. */
const ckanJson: Fault = ({ send }) =>
  send({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: String.raw`{"success": true, "result": {"records_format": "objects", "limit": 200, "total": 1,
      "fields": [{"id": "_id", "type": "int"}, {"id": "about", "type": "json"}],
      "records": [{"_id": 1, "about": {"by": "\u00c6sop \ud83d\ude00", "n": 9007199254740993.10, "path": "c:\\u00c6"}}]}}`,
  })

test('CKAN: why a statement fails, that only reading ones run, and the characters of JSON', async ({
  page,
  rowan,
  faulty,
  guard,
}) => {
  guard.expectConsole(/Failed to load resource: the server responded with a status of (409|500)/)
  faulty.play(ckanJson, { action: 'datastore_search', is: ({ params }) => params['resource_id'] === FIELD_PROGRAMMES })
  const known = { name: 'CKAN', baseUrl: faulty.origin }
  await openKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}`)
  const about = async () => [...(await visibleRows(page)).values()].map((row) => row['about'])
  await expect.poll(about).toEqual([String.raw`{"by": "Æsop 😀", "n": 9007199254740993.10, "path": "c:\\u00c6"}`])

  faulty.play(ckanSql, { action: 'datastore_search_sql', is: ({ params }) => params['sql'] !== 'SELECT 1 AS one' })
  await page.getByRole('tab', { name: 'SQL' }).click()
  await runSql(page, 'SELECT title::int FROM {table}')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText("The server couldn't run this statement and gave no reason (500).")
  await expect(alert).toContainText(
    "Most likely a value can't be converted or calculated with: a cast such as ::int fails on text that isn't a number, a division fails on zero.",
  )
  await expect(alert).not.toContainText('administrator')
  await runSql(page, 'DELETE FROM {table}')
  await expect(alert).toContainText('Only statements that read run here, and DELETE changes something.')
  await expect(alert).toContainText('Use SELECT, VALUES or TABLE.')
})
