import { expect, type Locator, type Page } from 'playwright/test'
import { dropFile, expectRecords, firstCell } from '../explorer.ts'
import { refusedOf, test } from './driven.ts'
import { call, copied, removed, resourcesNamed, site, tableOf, truth } from './site.ts'

const DATASET = 'river-and-harbour'
/** By a name that nobody else gives: others may write into this dataset, too. */
const NAME = `gauges_driven_${process.pid}`
const made = () => resourcesNamed(NAME)

// Whatever the page has made or left.
test.afterEach(async () => {
  for (const id of await made()) {
    await removed(id)
  }
})

async function dropped(page: Page, name: string, text: string): Promise<Locator> {
  await dropFile(page, name, text)
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await expect(dialog.getByRole('grid', { name: 'Preview' })).toBeVisible()
  return dialog
}

async function takeKey(page: Page, dialog: Locator, column: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Add key column' }).click()
  await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: column, exact: true }).click()
  await expect(dialog.getByText(/^Unique in all/)).toBeVisible()
}

/** Chooses the dataset that is written to. */
async function takeDataset(dialog: Locator): Promise<void> {
  const { title } = await call('package_show', { id: site.datasets[DATASET] })
  await dialog.getByRole('searchbox', { name: 'Find a dataset' }).fill(String(title))
  await dialog.getByRole('radio', { name: String(title) }).check()
}

const load = (dialog: Locator) => dialog.getByRole('button', { name: 'Create table and load' }).click()

for (const mode of ['SQL on', 'SQL off']) {
  test.describe(mode, () => {
    test('a dropped file becomes a table, another file changes it by key, and it is deleted with its resource', async ({
      driven,
    }) => {
      const { page, open, step } = driven
      await step('points', async () => {
        await open(tableOf('points'))
        await expect(firstCell(page)).toBeVisible()
      })
      const asked = [
        await step('a table made from a dropped file', async () => {
          const dialog = await dropped(
            page,
            `${NAME}.csv`,
            'site;level;note\r\n007;1.50;"a # b\r\n:end"\r\nlock;-0.125;\r\n',
          )
          await expect(dialog.getByRole('combobox', { name: 'Belongs to' })).toHaveValue('dataset')
          await takeDataset(dialog)
          await takeKey(page, dialog, 'site')
          await load(dialog)
          await expect(dialog).toBeHidden()
          await expectRecords(page, 2)
          await expect(page.getByRole('combobox', { name: 'Resource' })).toHaveValue(NAME)
        }),
      ]
      const [table = '', ...others] = await made()
      expect(others).toEqual([])
      expect(await copied(table)).toEqual([
        ['_id', 'site', 'level', 'note'],
        ['1', '007', '1.50', 'a # b\r\n:end'],
        ['2', 'lock', '-0.125', ''],
      ])
      asked.push(
        await step('a file loaded into that resource, by key', async () => {
          const dialog = await dropped(
            page,
            'more.csv',
            'site;level;note\nlock;12345678901234567890.125;later\nquay;0;new\n',
          )
          await dialog.getByRole('combobox', { name: 'Belongs to' }).selectOption('a resource (CKAN)')
          await takeDataset(dialog)
          await dialog.getByRole('radio', { name: new RegExp(`^${NAME}`) }).check()
          await expect(dialog.getByRole('textbox', { name: 'Resource' })).toHaveValue(table)
          await takeKey(page, dialog, 'site')
          await dialog.getByRole('checkbox', { name: 'Rows replace records with the same key' }).check()
          await load(dialog)
          await expect(dialog).toBeHidden()
          await expectRecords(page, 3)
        }),
      )
      expect(await truth(table, 'select site, level, note from TABLE order by site')).toEqual([
        ['007', '1.50', 'a # b\r\n:end'],
        ['lock', '12345678901234567890.125', 'later'],
        ['quay', '0', 'new'],
      ])
      asked.push(
        await step('the table deleted with its resource', async () => {
          await page.getByRole('button', { name: `Delete ${NAME}` }).click()
          const dialog = page.getByRole('dialog', { name: `Delete ${NAME}?` })
          await expect(dialog).toContainText(`${NAME}: 3 records, 1 alias`)
          await dialog.getByRole('checkbox', { name: 'Remove its resource from the dataset too' }).check()
          await dialog.getByRole('button', { name: 'Delete table' }).click()
          await expect(dialog).toBeHidden()
          await expect(page.getByRole('navigation').getByRole('button', { name: NAME, exact: true })).toHaveCount(0)
        }),
      )
      expect(await made()).toEqual([])
      const [[isThere] = []] = await truth(table, `select to_regclass('"${table}"') is not null`)
      expect(isThere).toBe('f')
      expect(asked.flatMap(refusedOf)).toEqual([])
    })
  })
}
