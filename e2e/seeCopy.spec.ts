import type { Page } from 'playwright/test'
import { columnHeader, expectRecords, firstCell, gotoKnown } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'
import { expectCopied, startCopy } from './support/copiedTables.ts'

const COLUMNS = ['subject', 'started_on', 'area_km2', 'is_public']
const LINK = `table=${FIELD_PROGRAMMES}&columns=${encodeURIComponent(JSON.stringify(COLUMNS))}`

/** The worker that holds the columns of copies. */
const mirrors = (page: Page) => page.workers().filter((worker) => worker.url().includes('mirrorWorker'))

test('a copy says what its columns hold from a worker of their own, as SQL says it, and a brush is followed', async ({
  page,
  rowan,
  remote,
  guard,
}) => {
  guard.allow(remote.origin)
  await gotoKnown(page, rowan.origin, { name: 'Remote', baseUrl: remote.origin }, LINK)
  await expect(firstCell(page)).toBeVisible()
  const drawn = columnHeader(page, 'subject')
  await expect(drawn).toHaveAccessibleDescription(/Most frequent: watershed/)
  expect(mirrors(page)).toEqual([])
  const descriptions = () =>
    Promise.all(
      COLUMNS.map((name) =>
        columnHeader(page, name).evaluate((header) =>
          (header.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent ?? '')
            .join(' '),
        ),
      ),
    )
  const bySql = await descriptions()
  await startCopy(page)
  await expectCopied(page, FIELD_PROGRAMMES, 3000)
  await page.getByRole('button', { name: /^How this is run/ }).click()
  await page.getByRole('button', { name: 'Ask the copy' }).click()
  await expect(page.getByRole('dialog', { name: 'How this is run' })).toHaveCount(0)
  await expect.poll(() => mirrors(page).length).toBe(1)
  await expect.poll(descriptions).toEqual(bySql)
  const bars = columnHeader(page, 'started_on').locator('[data-brush]')
  const box = await bars.boundingBox()
  if (box === null) throw new Error('There are no bars')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 5 })
  const tip = await columnHeader(page, 'started_on')
    .getByText(/ of 3,000$/)
    .textContent()
  const [, from, to, count] = /^(\S+) to (\S+), ([\d,]+) of 3,000$/.exec(tip ?? '') ?? []
  await page.mouse.up()
  const counted = await remote.call('datastore_search_sql', {
    sql: `SELECT count(*) AS n FROM "${FIELD_PROGRAMMES}" WHERE started_on >= '${from}' AND started_on <= '${to}'`,
  })
  expect(String(counted.records[0]?.['n'])).toBe(count?.replaceAll(',', ''))
  await expectRecords(page, Number(count?.replaceAll(',', '')))
})
