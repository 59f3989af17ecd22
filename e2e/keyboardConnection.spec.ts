import type { Locator, Page } from 'playwright/test'
import { firstCell } from './explorer.ts'
import { expect, test } from './fixtures.ts'

test(
  'connections are made, tested, read, changed and removed by keyboard alone',
  { tag: '@long' },
  async ({ page, context, rowan, remote, guard }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    guard.allow(remote.origin)
    await page.goto(rowan.origin)
    await expect(firstCell(page)).toBeVisible()
    const instance = page.getByRole('combobox', { name: 'Instance' })
    const connection = page.getByRole('dialog', { name: /^Connect/ })
    const diagnosis = connection.getByRole('region', { name: 'Diagnosis' })
    const url = connection.getByRole('textbox', { name: 'Address of the portal' })

    await test.step('a connection is made, and its diagnosis read', async () => {
      await tabTo(page, instance)
      await choose(page, 'New connection')
      await expect(url).toBeFocused()
      await expectKeepsFocus(page, connection)
      await expectClosesTo(page, connection, instance)
      await choose(page, 'New connection')
      await expect(url).toBeFocused()
      await page.keyboard.type(remote.origin)
      await tabTo(page, connection.getByRole('button', { name: 'Advanced' }))
      await page.keyboard.press('Enter')
      await tabTo(page, connection.getByLabel('API token', { exact: true }))
      await page.keyboard.type('not-a-token')
      await page.keyboard.press('Enter')
      const open = connection.getByRole('button', { name: /^Open / })
      await expect(open).toBeFocused()
      await tabTo(page, connection.getByRole('button', { name: 'What was tried' }))
      await page.keyboard.press('Enter')
      await expect(diagnosis.getByRole('status').first()).toHaveText(/^6 of 6, [\d.]+ s$/)
      await expect(diagnosis.getByText('The token was not accepted')).toBeVisible()
      await tabTo(page, open)
      await page.keyboard.press('Enter')
      await expect(connection).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })

    await test.step('the notice of the token leads to the connection and its card', async () => {
      const open = page.getByRole('button', { name: 'Open connection' })
      await tabTo(page, open)
      await page.keyboard.press('Enter')
      await expect(url).toBeFocused()
      await tabTo(page, connection.getByRole('button', { name: 'Check again' }))
      await page.keyboard.press('Enter')
      await expect(connection.getByRole('region', { name: 'Capabilities' })).toContainText('token not accepted')
      await expectClosesTo(page, connection, open)
    })

    await test.step('Instances: one is changed, kept, removed', async () => {
      const dialog = page.getByRole('dialog', { name: 'Instances' })
      const title = new URL(remote.origin).host
      await tabTo(page, instance, 'back')
      await choose(page, 'Instances')
      await expect(dialog.getByRole('button', { name: 'New connection' })).toBeFocused()
      await expectKeepsFocus(page, dialog)
      const edit = dialog.getByRole('button', { name: `Edit ${title}` })
      await tabTo(page, edit)
      await page.keyboard.press('Enter')
      await expect(url).toBeFocused()
      await expectClosesTo(page, connection, edit)
      const remove = dialog.getByRole('button', { name: `Remove ${title}` })
      await tabTo(page, remove)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(remove).toBeFocused()
      await expectClosesTo(page, dialog, instance)
      await choose(page, 'Instances')
      await tabTo(page, remove)
      await page.keyboard.press('Enter')
      await tabTo(page, dialog.getByRole('button', { name: 'Remove', exact: true }), 'back')
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(title, { exact: true })).toHaveCount(0)
      await expect(dialog.getByRole('button', { name: 'New connection' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('Requests: one is copied', async () => {
      const settings = page.getByRole('button', { name: 'Settings', exact: true })
      const dialog = page.getByRole('dialog', { name: 'Requests' })
      await tabTo(page, settings)
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Requests' }))
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await tabTo(page, dialog.getByRole('list', { name: 'Requests' }))
      await tabTo(page, dialog.getByRole('button', { name: /^Copy as curl/ }).nth(1))
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('status', { name: 'Notice' })).toHaveText('Copied as a curl command.')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl .*datastore_search/)
      await expectClosesTo(page, dialog, settings)
    })
  },
)

/** Opens the list of the combobox that has the focus, and takes that option. */
async function choose(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Enter')
  const option = page.getByRole('option', { name: title, exact: true })
  await expect(option).toBeVisible()
  const id = await option.getAttribute('id')
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await page.locator(':focus').getAttribute('aria-activedescendant')) === id) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

async function tabTo(page: Page, target: Locator, way: 'on' | 'back' = 'on'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`60 presses of Tab did not lead to ${String(target)}`)
}

/** Tab goes round inside the dialog; between its last control and its first one there is nothing of the page. */
async function expectKeepsFocus(page: Page, dialog: Locator): Promise<void> {
  for (let presses = 0; presses < 16; presses += 1) {
    await page.keyboard.press('Tab')
    const stays = await dialog.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    )
    expect(stays).toBe(true)
  }
}

async function expectClosesTo(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}
