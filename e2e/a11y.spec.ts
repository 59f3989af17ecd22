import type { Page } from 'playwright/test'
import { expectAccessible, expectAccessibleEverywhere, expectAccessibleInBothThemes } from './accessible.ts'
import {
  addFilter,
  dropFile,
  expectRecords,
  firstCell,
  grid,
  openConnection,
  openFromSettings,
  openKnown,
  openSql,
  tabTo,
} from './explorer.ts'
import { expect, test } from './fixtures.ts'
import { isLong } from './support/longForm.ts'

// Colours differ by theme and hardly by width: in short less common states are looked at on one screen, in one theme.
const look = isLong ? expectAccessibleEverywhere : expectAccessible

for (const width of [1440, 390]) {
  test(
    `${width} px wide every screen is accessible in both themes, and none scrolls sideways`,
    width === 1440 ? {} : { tag: '@long' },
    async ({ page, rowan }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(rowan.origin)
      await expect(firstCell(page)).toBeVisible()
      await expectNotSideways(page)

      await page.getByRole('button', { name: 'Add filter' }).click()
      await expect(page.getByRole('dialog', { name: /filter/i })).toBeVisible()
      await expectAccessibleInBothThemes(page, 'the filter popover')
      await page.keyboard.press('Escape')
      await addFilter(page, 'stage', ['active'])
      await expectAccessibleInBothThemes(page, 'the main screen')
      await expectToldInForcedColours(page)
      await expectNotSideways(page)

      const connection = await openConnection(page)
      await expectAccessibleInBothThemes(page, 'the Connection dialog')
      await expectWordsInForcedColours(page)
      await page.keyboard.press('Escape')
      await expect(connection).toBeHidden()
      for (const name of ['Instances', 'Requests'] as const) {
        const dialog = await openFromSettings(page, name)
        await expect(dialog.getByRole('listitem').first()).toBeVisible()
        await expectAccessibleInBothThemes(page, `the dialog ${name}`)
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }

      await openSql(page)
      await expectAccessibleInBothThemes(page, 'SQL mode')
      await expectEditorAsThePage(page)
      await expectNotSideways(page)
    },
  )
}

/** Where grounds and shadows go: no cell has a post beside it, and what is chosen or ticked is still seen. */
async function expectToldInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  const ticked = page.getByRole('checkbox', { name: 'active' })
  await page.getByRole('button', { name: /^stage is / }).click()
  await expect(ticked).toBeChecked()
  const found = await page.evaluate(() => {
    const canvas = Object.assign(document.body.appendChild(document.createElement('i')), { style: 'color: Canvas' })
    const { color } = getComputedStyle(canvas)
    canvas.remove()
    const all = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
    const chosen = all('[aria-pressed="true"], [aria-selected="true"], [aria-current]')
    return {
      cells: all('[role="gridcell"]').length,
      posts: all('[role="gridcell"]').filter((cell) => getComputedStyle(cell).borderInlineEndColor !== color).length,
      chosen: chosen.length,
      unseen: chosen
        .filter((one) => getComputedStyle(one).outlineStyle === 'none')
        .map((one) => one.outerHTML.slice(0, 80)),
      ticks: all('input[type="checkbox"]:checked').filter((box) => getComputedStyle(box).backgroundColor === color)
        .length,
    }
  })
  expect(found).toMatchObject({ posts: 0, unseen: [], ticks: 0 })
  expect(found.cells).toBeGreaterThan(50)
  expect(found.chosen).toBeGreaterThan(1)
  await expectAccessible(page, 'the main screen in forced colours')
  await page.keyboard.press('Escape')
  await page.emulateMedia({ forcedColors: null })
}

/** Behind words lies a plate in the ground's colour then: those of that colour, as on a filled button, need to be without it. */
async function expectWordsInForcedColours(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    const words = await page.evaluate(() => {
      const canvas = Object.assign(document.body.appendChild(document.createElement('i')), { style: 'color: Canvas' })
      const { color } = getComputedStyle(canvas)
      canvas.remove()
      const all = [...document.querySelectorAll<HTMLElement>('dialog:modal *')].filter(
        (one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE),
      )
      const unseen = all.filter((one) => {
        const style = getComputedStyle(one)
        return style.color === color && style.forcedColorAdjust !== 'none'
      })
      return { count: all.length, unseen: unseen.map((one) => one.textContent) }
    })
    expect(words.count).toBeGreaterThan(10)
    expect(words.unseen, `unseen words, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null })
}

/** The editor draws itself also where colours are forced: on the ground that the page has there. */
async function expectEditorAsThePage(page: Page): Promise<void> {
  for (const [colorScheme, ground] of [
    ['dark', 'rgb(0, 0, 0)'],
    ['light', 'rgb(255, 255, 255)'],
  ] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    await expect(page.locator('.monaco-editor-background')).toHaveCSS('background-color', ground)
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: null })
  await expect(page.locator('.monaco-editor-background')).not.toHaveCSS('background-color', 'rgb(0, 0, 0)')
}

async function expectNotSideways(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over).toBe(0)
}

test('a table from a file, a record and what is asked on the way are accessible', async ({ page, rowan }) => {
  await openKnown(page, rowan.origin, { name: '', baseUrl: rowan.origin, token: rowan.token }, '')
  await page.getByRole('button', { name: 'New table' }).click()
  const dialog = page.getByRole('dialog', { name: 'New table from a file' })
  await look(page, 'the choice of a file')
  await dropFile(page, 'gauges.csv', 'site;_n;level\na;1;1,5\nb;x;2,5\na;3;n/a\na;4;3,5\n')
  await dialog.getByRole('combobox', { name: 'Type of level' }).selectOption('numeric_comma')
  await dialog.getByRole('button', { name: 'Add key column' }).click()
  await look(page, 'the choice of a key column')
  await page.getByRole('dialog', { name: 'Add key column' }).getByRole('button', { name: 'site' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Later rows replace earlier ones' })).toBeVisible()
  await look(page, 'a file with doubled rows')
  await dialog.getByRole('button', { name: 'Create table and load' }).click()
  await expect(dialog.getByText('2 rows set aside.')).toBeVisible()
  await look(page, 'rows that were set aside')
  await dialog.getByRole('button', { name: 'Show table' }).click()
  await expectRecords(page, 2)

  await grid(page).getByRole('rowheader', { name: '1', exact: true }).dblclick()
  const record = page.getByRole('complementary', { name: 'Record' })
  await expect(record.getByRole('button', { name: 'Edit' })).toBeVisible()
  await look(page, 'a record')
  await record.getByRole('button', { name: 'Edit' }).click()
  await record.getByRole('textbox', { name: 'level' }).fill('much')
  await record.getByRole('button', { name: 'Save changes' }).click()
  await expect(record.getByRole('alert')).toHaveText('“much” isn’t a number. Type one like 1234.5.')
  await look(page, 'a value that is refused')
  await record.getByRole('button', { name: 'Cancel' }).click()
  await record.getByRole('button', { name: 'Close record' }).click()

  await page.getByRole('button', { name: 'Delete gauges' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete gauges?' })).toContainText('2 records')
  await look(page, 'the question before a table is deleted')
})

test('everything is reached by keyboard alone', async ({ page, rowan }) => {
  await page.goto(rowan.origin)
  await expect(firstCell(page)).toBeVisible()

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
  await expect(box).toBeVisible()
  await tabTo(page, box)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('SELECT 1 AS one')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectRecords(page, 1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(box).not.toBeFocused()
})
