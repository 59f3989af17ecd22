import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright/test'
import { addFilter, expectRecords, grid, openConnection, openSql } from './explorer.ts'
import { expect, test } from './fixtures.ts'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } })

      test.beforeEach(async ({ page, rowan }) => {
        await page.goto(rowan.origin)
        await expect(grid(page).getByRole('gridcell').first()).toBeVisible()
      })

      test('the main screen is accessible', async ({ page }) => {
        await addFilter(page, 'stage', ['active'])
        await expectAccessible(page)
      })

      test('the filter popover is accessible', async ({ page }) => {
        await page.getByRole('button', { name: 'Add filter' }).click()
        await expect(page.getByRole('dialog', { name: /filter/i })).toBeVisible()
        await expectAccessible(page)
      })

      test('SQL mode is accessible', async ({ page }) => {
        await openSql(page)
        await expectAccessible(page)
      })

      test('the Connection dialog is accessible', async ({ page }) => {
        await openConnection(page)
        await expectAccessible(page)
      })

      test('the page does not scroll sideways', async ({ page }) => {
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(over).toBe(0)
      })
    })
  }
}

test('everything is reached by keyboard alone', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible()

  await tabTo(page, page.getByRole('combobox', { name: 'Resource' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('field_programmes')
  await expect(page.getByRole('option', { name: 'field_programmes' }).first()).toBeVisible()
  await page.keyboard.press('Enter')

  await tabTo(page, page.getByRole('spinbutton', { name: 'Limit' }))
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expectRecords(page, 9)

  await tabTo(page, grid(page).locator('[role="gridcell"], [role="columnheader"]').and(page.locator('[tabindex="0"]')))
  await page.keyboard.press('ControlOrMeta+End')
  await expect(grid(page).locator('[role="gridcell"]:focus')).toHaveCount(1)

  await tabTo(page, page.getByRole('tab', { name: 'Filter' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const box = page.getByRole('textbox', { name: 'SQL editor' })
  await expect(box).toBeVisible({ timeout: 20_000 })
  await tabTo(page, box)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('SELECT 1 AS one')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectRecords(page, 1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(box).not.toBeFocused()
})

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = await target.evaluateAll((all) => all.some((element) => element === document.activeElement))
    if (focused) return
  }
  throw new Error(`60 presses of Tab did not lead to ${String(target)}`)
}

/** Runs axe; its source goes in by the debugger, as the policy refuses inline scripts. */
async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(await axeSource)
  const violations = await page.evaluate(async () => {
    const axe: { run(options: object): Promise<AxeResults> } = Reflect.get(window, 'axe')
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const results = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 5).map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
    }))
  })
  expect(violations).toEqual([])
}
