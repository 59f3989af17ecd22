import { expect } from 'playwright/test'
import { addFilter, expectRecords, firstCell, grid } from '../explorer.ts'
import { refusedOf, test } from './driven.ts'
import { call, removed, site, truth } from './site.ts'

const made: string[] = []

const SEEN = '2019-03-01 00:37:01.25'

/** A table of two stations of its own; it goes when the test ends. */
async function twoStations(): Promise<string> {
  const { resource_id: id } = await call('datastore_create', {
    resource: { package_id: site.datasets['river-and-harbour'], name: 'Stations driven by the page' },
    fields: [
      { id: 'site', type: 'text' },
      { id: 'level', type: 'numeric' },
      { id: 'seen', type: 'timestamp' },
      { id: 'levels', type: '_numeric' },
      { id: 'more', type: 'jsonb' },
    ],
    records: [
      { site: 'weir #1', level: '1.50', seen: SEEN, levels: '{1.50}', more: '{"a": 1.50}' },
      { site: 'lock', level: '12345678901234567890.125', seen: '2019-03-01 00:37:02' },
    ],
    primary_key: ['site'],
  })
  made.push(String(id))
  return String(id)
}

test.afterEach(async () => {
  for (const id of made.splice(0)) {
    await removed(id)
  }
})

for (const mode of ['SQL on', 'SQL off']) {
  test.describe(mode, () => {
    test('a record is added, changed, deleted and added again, and a shared link shows the table', async ({
      driven,
      context,
    }) => {
      const { page, open, step } = driven
      const table = await twoStations()
      const panel = page.getByRole('complementary', { name: 'Record' })
      const field = (name: string) => panel.getByRole('group', { name, exact: true }).getByRole('textbox')
      const rows = () => truth(table, 'select site, level from TABLE order by _id')
      const others = () => truth(table, 'select seen::text, levels::text, more::text from TABLE order by _id')
      const cell = (text: string) => grid(page).getByRole('gridcell', { name: text, exact: true })
      /** The one time with a fraction, as this server can tell it. */
      const seen = mode === 'SQL on' ? '2019-03-01T00:37:01.25' : '2019-03-01T00:37:01'
      const deleted = page.getByText('This record was deleted.')
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await step('the table of two records', async () => {
        await open(table)
        await expect(firstCell(page)).toBeVisible()
      })
      await expect(cell(seen)).toBeVisible()
      await expect(page.getByText('times cut to the second')).toHaveCount(mode === 'SQL on' ? 0 : 1)
      const added = await step('a record added', async () => {
        await page.getByRole('button', { name: 'Add record', exact: true }).click()
        await field('site').fill("quay's :end #2")
        await field('level').fill('0.125')
        await panel.getByRole('button', { name: 'Add record', exact: true }).click()
        await expect(panel).toBeHidden()
        await expectRecords(page, 3)
      })
      expect((await rows()).at(-1)).toEqual(["quay's :end #2", '0.125'])
      const changed = await step('a record changed', async () => {
        await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
        await panel.getByRole('button', { name: 'Edit' }).click()
        await field('level').fill('-7.25')
        await expect(field('seen')).toHaveValue(seen)
        await field('levels').fill('[1.0000000000000000001, null]')
        await field('more').fill('{"a": 1.0000000000000000001}')
        await panel.getByRole('button', { name: 'Save changes' }).click()
        await expect(page.getByRole('status').filter({ hasText: 'Record saved.' })).toBeVisible()
      })
      expect(await rows()).toEqual([
        ['weir #1', '-7.25'],
        ['lock', '12345678901234567890.125'],
        ["quay's :end #2", '0.125'],
      ])
      const LONG = ['{1.0000000000000000001,NULL}', '{"a": 1.0000000000000000001}']
      expect((await others())[0]).toEqual([SEEN, ...LONG])
      const gone = await step('that record deleted', async () => {
        await panel.getByRole('button', { name: 'Delete' }).click()
        // Without SQL nobody can read the fraction of a second that goes.
        if (mode === 'SQL off') await panel.getByRole('button', { name: 'Delete anyway' }).click()
        await expect(deleted).toBeVisible()
        await expectRecords(page, 2)
      })
      expect(await truth(table, 'select _id, site from TABLE order by _id')).toEqual([
        ['2', 'lock'],
        ['3', "quay's :end #2"],
      ])
      const back = await step('Undo', async () => {
        await panel.getByRole('button', { name: 'Undo' }).click()
        await expect(panel.getByText('The record was added again. It has a new _id.')).toBeVisible()
        await expectRecords(page, 3)
      })
      expect((await rows()).at(-1)).toEqual(['weir #1', '-7.25'])
      expect((await others()).at(-1)).toEqual([seen.replace('T', ' '), ...LONG])
      let link = ''
      const shared = await step('a link copied by Share', async () => {
        await addFilter(page, 'site', ['weir #1'])
        await expectRecords(page, 1)
        await page.getByRole('button', { name: 'Share' }).click()
        await page.getByRole('button', { name: 'Copy link' }).click()
        await expect(page.getByText('Link copied.')).toBeVisible()
        link = await page.evaluate(() => navigator.clipboard.readText())
      })
      expect(link).not.toContain(site.tokens.editor)
      const opened = await step('the shared link opened anew', async () => {
        await page.goto('about:blank')
        await page.goto(link)
        await expectRecords(page, 1)
        await expect(grid(page).getByRole('gridcell', { name: 'weir #1' })).toBeVisible()
      })
      expect(refusedOf([...added, ...changed, ...gone, ...back, ...shared, ...opened])).toEqual([])
    })
  })
}
