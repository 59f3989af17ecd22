import { expectAccessibleInBothThemes } from './accessible.ts'
import { editor, expectEditor, firstCell, openSql } from './explorer.ts'
import { expect, test } from './fixtures.ts'

test('? lists the shortcuts; Escape closes the list and gives the focus back', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  const share = page.getByRole('button', { name: 'Share' })
  await share.focus()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('heading', { name: 'In a query' })).toBeVisible()
  await expect(list.getByText('Run the query')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the list of shortcuts')
  // Under a dialog no other shortcut acts.
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Connect to a portal' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(share).toBeFocused()
})

test('? is a sign like any other where text is typed', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  const search = page.getByRole('searchbox', { name: 'Search records' })
  await search.fill('')
  await search.press('?')
  await expect(search).toHaveValue('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
})

test(
  'a draft outlives a reload, and two tabs keep each their own',
  { tag: '@long' },
  async ({ page, context, rowan }) => {
    const open = async (tab: typeof page) => {
      await tab.goto(rowan.origin)
      await openSql(tab)
      await editor(tab).click()
    }
    const write = async (tab: typeof page, text: string) => {
      await tab.keyboard.press('ControlOrMeta+a')
      await tab.keyboard.type(text)
      await expect(tab.getByText(text)).toBeVisible()
    }
    await open(page)
    await write(page, 'SELECT 1 AS left')
    await page.reload()
    await expect(page.getByText('SELECT 1 AS left')).toBeVisible()
    const other = await context.newPage()
    await open(other)
    await expect(other.getByText('SELECT 1 AS left')).toBeVisible()
    await write(other, 'SELECT 2 AS right')
    await expectEditor(page)
    await editor(page).click()
    await write(page, 'SELECT 3 AS left')
    await other.reload()
    await page.reload()
    await expect(other.getByText('SELECT 2 AS right')).toBeVisible()
    await expect(page.getByText('SELECT 3 AS left')).toBeVisible()
  },
)

test('what an earlier version of the page kept is there: theme, instances, drafts', async ({ page, rowan }) => {
  const kept = {
    state: {
      instances: [
        {
          id: 'own:1k2j3',
          title: 'Reef Data',
          baseUrl: 'https://reef.example',
          prefix: '/api/3/action',
          tokenHeader: 'X-CKAN-API-Key',
          resource: null,
        },
      ],
      theme: 'dark',
      editorShare: 0.55,
      drafts: { 'this-browser': 'SELECT 7', [`settings:${rowan.origin}`]: 'SELECT 7' },
    },
    version: 1,
  }
  const blank = `${rowan.origin}/blank`
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(blank)
  await page.evaluate((text) => localStorage.setItem('rowan.workspace', text), JSON.stringify(kept))
  await page.goto(rowan.origin)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('combobox', { name: 'Instance' }).click()
  await expect(page.getByRole('option', { name: /Reef Data/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'SQL' }).click()
  await expect(page.getByText('SELECT 7')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('rowan.workspace'))).toBeNull()
})

test('what is typed right after F, before the box of Add filter is there, runs nothing and is in the box', async ({
  page,
  rowan,
}) => {
  let arrive: () => void = () => undefined
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/AddCondition/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()
  const address = page.url()
  await page.keyboard.press('f')
  await page.keyboard.type('shb')
  arrive()
  await expect(page.getByRole('combobox', { name: 'Column or condition' })).toHaveValue('shb')
  expect(page.url()).toBe(address)
  await expect(page.getByRole('complementary')).toHaveCount(0)
})
