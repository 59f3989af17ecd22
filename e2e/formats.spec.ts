import { readFile } from 'node:fs/promises'
import { parquetReadObjects } from 'hyparquet'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright/test'
import { expectRecords } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

test('a filtered search is saved as JSON, as a workbook and as Parquet, in the format chosen beside Export', async ({
  page,
  rowan,
  remote,
}) => {
  const { records } = await remote.call('datastore_search', {
    resource_id: FIELD_PROGRAMMES,
    filters: { stage: 'active' },
    limit: 32_000,
  })
  const ids = records.map(({ _id }) => Number(_id)).toSorted((a, b) => a - b)
  await page.goto(`${rowan.origin}/#v=1&table=${FIELD_PROGRAMMES}&filter=["stage","active"]&sort=_id`)
  await expectRecords(page, ids.length)

  const json = await exportAs(page, 'JSON')
  expect(json.name).toBe('field_programmes · stage active.json')
  const objects: readonly Record<string, unknown>[] = JSON.parse(json.bytes.toString('utf8'))
  expect(objects.map(({ _id, stage }) => [_id, stage])).toEqual(ids.map((id) => [id, 'active']))

  // It is kept on the device.
  await page.reload()
  await expectRecords(page, ids.length)
  await expect(page.getByRole('button', { name: 'JSON, file options' })).toBeVisible()

  const workbook = await exportAs(page, 'Excel (XLSX)')
  expect(workbook.name).toBe('field_programmes · stage active.xlsx')
  const [sheet] = (await readXlsx(workbook.bytes)).sheets
  const [names = [], ...rows] = sheet?.rows ?? []
  expect(names).toEqual(Object.keys(objects[0] ?? {}))
  expect(rows.map((row) => row[names.indexOf('_id')])).toEqual(ids)
  const code = names.findIndex((name) => name === 'code')
  if (code >= 0) expect(rows.map((row) => row[code])).toEqual(objects.map((object) => object['code']))

  const parquet = await exportAs(page, 'Parquet')
  expect(parquet.name).toBe('field_programmes · stage active.parquet')
  const file = new Uint8Array(parquet.bytes).buffer
  expect((await parquetReadObjects({ file, columns: ['_id', 'stage'] })).map(({ _id, stage }) => [_id, stage])).toEqual(
    ids.map((id) => [id, 'active']),
  )
})

async function exportAs(page: Page, format: string) {
  await page.getByRole('button', { name: 'file options' }).click()
  await page.getByRole('combobox', { name: 'Format' }).selectOption(format)
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
