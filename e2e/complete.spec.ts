import type { Page } from 'playwright/test'
import { exportCsv, firstCell, openKnown, resultStatus, visibleRows } from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { startGeneratedService, TABLE, type GeneratedService } from './generatedService.ts'
import type { GeneratedServer } from './support/generatedServer.ts'

/** A server that tells nothing of how far its answers go. */
const SILENT: GeneratedServer = {
  rows: 40,
  hasIds: true,
  cap: 100_000,
  tellsLimit: 'no',
  total: 'none',
  wrongBy: 0,
  offset: 'honoured',
  ignoresLimit: false,
  order: 'kept',
  sqlCap: null,
  tellsSqlCap: false,
  seed: 1,
}

const services: GeneratedService[] = []
test.afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
})

/** The server, opened in the page. */
async function opened(
  page: Page,
  rowan: { readonly origin: string },
  guard: { expectConsole(line: RegExp): void; allow(origin: string): void },
  played: Partial<GeneratedServer>,
  link = `table=${TABLE}`,
): Promise<GeneratedService> {
  const service = await startGeneratedService({ ...SILENT, ...played })
  services.push(service)
  guard.allow(service.origin)
  // It knows no list of tables, and perhaps no SQL.
  guard.expectConsole(/Failed to load resource: the server responded with a status of 40[0449]/)
  await openKnown(page, rowan.origin, { name: 'Silent', baseUrl: service.origin }, link)
  return service
}

/** The `_id`s of a file, which has to be whole and in order. */
const idsIn = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]))
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test('an answer to SQL that was cut in silence is called cut, and all of it can be had', async ({
  page,
  rowan,
  guard,
}) => {
  const statement = `SELECT * FROM "${TABLE}"`
  const link = `table=${TABLE}&mode=sql&sql=${encodeURIComponent(statement)}`
  const { asked } = await opened(page, rowan, guard, { rows: 257, cap: 200, sqlCap: 50 }, link)
  await expect(resultStatus(page)).toHaveText(
    /^50 records · cut at 50 This server returned only the first 50 and did not say so\. · [\d,]+ ms$/,
  )
  const next = `sql=SELECT * FROM (\n${statement}\n) AS answer LIMIT 1 OFFSET 50`
  expect(asked.filter((each) => each.startsWith('sql='))).toEqual([`sql=${statement}`, next])
  await page.getByRole('button', { name: 'Get all' }).click()
  await expect(resultStatus(page)).toHaveText(/^257 records · [\d,]+ ms · complete$/)
  const { text } = await exportCsv(page)
  expect(idsIn(text)).toEqual(upTo(257))
})

test('pages that overlap: no record is shown twice, and the result ends before the first page that would show one', async ({
  page,
  rowan,
  guard,
}) => {
  const played = { rows: 142, cap: 100, total: 'right', offset: 'overlapping', sqlCap: 30 } as const
  // So low that the second page isn't near yet.
  await page.setViewportSize({ width: 1440, height: 600 })
  await opened(page, rowan, guard, played)
  await expect(resultStatus(page)).toHaveText(/^142 records · [\d,]+ ms · 100 loaded so far$/)
  await toTheEnd(page)
  await expect(resultStatus(page)).toHaveText(
    /^100 records · cut at 100 of 142\. This server's pages overlap, so records come twice\. · [\d,]+ ms$/,
  )
  await expect(page.getByRole('alert')).toHaveCount(0)
  const { text } = await exportCsv(page)
  expect(idsIn(text)).toEqual(upTo(142))
  await page.getByRole('button', { name: 'Get all 142' }).click()
  await expect(resultStatus(page)).toHaveText(/^142 records · [\d,]+ ms · complete$/)
  await toTheEnd(page)
  await expect.poll(async () => (await visibleRows(page)).get(142)?.['_id']).toBe('142')
})

test('a result of 40 is no cut: the record after the last one is asked for', async ({ page, rowan, guard }) => {
  const { asked } = await opened(page, rowan, guard, {})
  await expect(resultStatus(page)).toHaveText(/^40 records · [\d,]+ ms · complete$/)
  expect(asked.filter((each) => each.includes('offset='))).toEqual([`resource_id=${TABLE}&limit=40&offset=40`])
  await expect(page.getByRole('button', { name: /Count|Get all/ })).toHaveCount(0)
  const { text } = await exportCsv(page)
  expect(idsIn(text)).toEqual(upTo(40))
  await expect(page.getByText(/^Exported 40 records to \S+ \([^)]+\)\.$/)).toBeVisible()
})

test('another order each time, and no offset: the same records are known again, and what is unknown is called so', async ({
  page,
  rowan,
  guard,
}) => {
  const { asked } = await opened(page, rowan, guard, { order: 'changing', offset: 'ignored' })
  await expect(resultStatus(page)).toHaveText(/^40 records · [\d,]+ ms · can't tell if that is all$/)
  await toTheEnd(page)
  const before = asked.length
  await page.getByRole('button', { name: 'Count exactly' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText("At least 40 records match. This server doesn't show whether there are more.")
  // SQL, which it refuses in each of its forms, is tried before it is read.
  expect(asked.length - before).toBeLessThan(11)
  const { text } = await exportCsv(page)
  expect(idsIn(text).toSorted((a, b) => a - b)).toEqual(upTo(40))
  await expect(
    page.getByText(/^Exported 40 records to \S+ \([^)]+\)\. This server doesn't show whether there are more\.$/),
  ).toBeVisible()
  await expect(resultStatus(page)).toHaveText(/^40 records · [\d,]+ ms · can't tell if that is all$/)
})

async function toTheEnd(page: Page): Promise<void> {
  await firstCell(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Home')
}
