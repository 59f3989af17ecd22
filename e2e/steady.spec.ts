import type { Page } from 'playwright/test'
import {
  addFilter,
  expectRecords,
  firstCell,
  grid,
  openKnown,
  resultStatus,
  search,
  setLimit,
  sortBy,
} from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

declare global {
  interface Window {
    /** Where each control has been since the first rows, as often as it was elsewhere. */
    boxes: Record<string, string[]>
  }
}

/** Notes in each frame, from the first rows on, where the controls above them and the grid are. */
function noteBoxes(): void {
  window.boxes = {}
  const place = (key: string, element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const box = [x, y, width, height].map((px) => Math.round(px * 10) / 10).join(' ')
    const all = (window.boxes[key] ??= [])
    if (all.at(-1) !== box) all.push(box)
  }
  const look = () => {
    const main = document.querySelector('main')
    const records = main?.querySelector('[role="grid"]')
    if (main && records?.querySelector('[role="gridcell"]')) {
      for (const group of ['See', 'Take', 'Query steps']) {
        // By their order: what is named only once it has loaded has its place before.
        const buttons = main.querySelectorAll(`[role="group"][aria-label="${group}"] > button`)
        for (const [at, button] of [...buttons].entries()) place(`${group} ${at + 1} of ${buttons.length}`, button)
      }
      for (const tab of main.querySelectorAll('[role="tab"]')) place(`tab ${tab.textContent}`, tab)
      for (const button of main.querySelectorAll('button')) {
        if (/^(View as SQL|Copy to this browser)$/.test(button.textContent)) place(button.textContent, button)
      }
      // The frame: within it the text makes room for the button that clears it.
      place('search', main.querySelector('[aria-label="Search records"]')?.parentElement ?? main)
      place('grid', records)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** What has not stayed where it was, with all its places. */
const moved = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(window.boxes).filter(([, all]) => all.length > 1)))

for (const [width, mayWrite] of [
  [1440, true],
  [1024, false],
] as const) {
  test(`nothing above the records moves by itself, ${width} px wide${mayWrite ? ', where one may write' : ''}`, async ({
    page,
    rowan,
    remote,
    guard,
  }) => {
    guard.allow(remote.origin)
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(noteBoxes)
    if (mayWrite) guard.allow(remote.origin, remote.token)
    const known = { name: 'Second service', baseUrl: remote.origin, ...(mayWrite && { token: remote.token }) }
    await openKnown(page, rowan.origin, known, `table=${FIELD_PROGRAMMES}`)
    await expectRecords(page, 3000)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('button', { name: 'Summarise' })).toBeEnabled()
    const names = await page.evaluate(() => Object.keys(window.boxes))
    expect(names).toEqual(expect.arrayContaining(['See 4 of 4', 'Take 4 of 4', 'Query steps 3 of 3', 'grid', 'search']))
    expect(names).toContain('Copy to this browser')
    expect(await moved(page), 'from the first rows on').toEqual({})

    await addFilter(page, 'stage', ['active'])
    await expect(resultStatus(page)).toContainText('complete')
    expect(await moved(page), 'while filtering').toEqual({})
    await sortBy(page, 'title', 'descending')
    await setLimit(page, 40)
    await expectRecords(page, 40)
    expect(await moved(page), 'while sorting').toEqual({})

    // Run as SQL, which the status bar says, and why.
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('combobox', { name: 'Column or condition' }).fill('title contains river')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'How this is run: by SQL' }).click()
    await expect(page.getByRole('note', { name: 'How this is run' })).toContainText('Run as SQL.')
    await page.keyboard.press('Escape')
    await search(page, 'survey')
    await expect(page).toHaveURL(/q=survey/)
    expect(await moved(page), 'while searching').toEqual({})
    for (const gone of ['q=', 'title']) {
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(page).not.toHaveURL(new RegExp(gone))
    }
    await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')
    await expect(firstCell(page)).toBeVisible()
    expect(await moved(page), 'while undoing').toEqual({})
  })
}
