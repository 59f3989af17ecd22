import type { Page } from 'playwright/test'
import { deployPage } from './deployedPage.ts'
import { createLoadTable, faults, loadBatches, storedBatches, watchAcknowledged } from './embeddedEngine.mjs'
import { editor, firstCell, grid } from './explorer.ts'
import { expect, FIELD_PROGRAMMES, test } from './fixtures.ts'

const DEPLOYS = 20
const SEED = Number(process.env['SEED'] ?? 13)

test(
  `${DEPLOYS} random deploys under three tabs with a draft, a load and a result lose nothing`,
  { tag: '@long' },
  async ({ context, guard }) => {
    const site = await deployPage()
    guard.allow(site.origin)
    // The browser's own lines about files that are gone.
    guard.expectConsole(
      /Failed to load|MIME type|integrity|was preloaded|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH/,
    )
    try {
      const acked = await watchAcknowledged(context)
      const random = randomOf(SEED)
      const [drafting, loading, looking] = [
        await open(context.newPage(), site.url),
        await open(context.newPage(), site.url),
        await open(context.newPage(), site.url),
      ]
      await grid(drafting).getByRole('rowheader', { name: '1', exact: true }).dblclick()
      const panel = drafting.getByRole('complementary', { name: 'Record' })
      await panel.getByRole('button', { name: 'Edit' }).click()
      const title = panel.getByRole('group', { name: 'title', exact: true }).getByRole('textbox')
      await title.fill('A draft through all builds')
      await createLoadTable(loading)
      void loadBatches(loading, 0).catch(() => undefined)
      await looking.getByRole('searchbox', { name: 'Search records' }).fill('sediment')
      await expect(grid(looking)).not.toHaveAttribute('aria-rowcount', '3001')
      const found = await grid(looking).getAttribute('aria-rowcount')

      for (let deploy = 1; deploy <= DEPLOYS; deploy += 1) {
        await site.deploy()
        for (const page of [loading, looking]) await GESTURES[Math.floor(random() * GESTURES.length)]?.(page)
        if (random() < 0.5 || deploy === DEPLOYS) await looking.reload()
        for (const page of [drafting, loading, looking]) {
          await expect(firstCell(page), `a page after deploy ${deploy} of seed ${SEED}`).toBeVisible()
          await expect(page.getByText('has failed and can’t be drawn')).toHaveCount(0)
        }
        await expect(title).toHaveValue('A draft through all builds')
        await expect(grid(looking)).toHaveAttribute('aria-rowcount', found ?? '')
        const then = acked.size
        await expect.poll(() => acked.size, 'the load goes on').toBeGreaterThan(then)
      }
      // A tab of an older build hears of the newer one, and goes on all the same.
      await expect(drafting.getByRole('status', { name: 'Program' })).toContainText('A new version is here.')
      await panel.getByRole('button', { name: 'Save changes' }).click()
      await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
      await loading.close()
      expect(faults(acked, await storedBatches(looking))).toEqual([])
      const { records } = await looking.evaluate(
        (resource_id) => engine('datastore_search', { resource_id, filters: { _id: 1 } }),
        FIELD_PROGRAMMES,
      )
      expect(records[0]?.['title']).toBe('A draft through all builds')
    } finally {
      await site.stop()
    }
  },
)

declare function engine(action: string, params: object): Promise<{ records: readonly Record<string, unknown>[] }>

/** What needs parts of the program that may be gone; each ends with the records on the screen. */
const GESTURES: readonly ((page: Page) => Promise<unknown>)[] = [
  async (page) => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.keyboard.press('Escape')
  },
  async (page) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.keyboard.press('Escape')
  },
  async (page) => {
    await page.getByRole('tab', { name: 'SQL' }).click()
    // The editor, the plain text box in its place, or that there is a new version.
    await expect(
      editor(page)
        .or(page.getByRole('textbox', { name: /SQL/ }))
        .or(page.getByText('A new version is here.'))
        .first(),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'Filter' }).click()
  },
  async (page) => {
    await page.keyboard.press('?')
    await page.keyboard.press('Escape')
  },
]

async function open(opening: Promise<Page>, url: string): Promise<Page> {
  const page = await opening
  await page.goto(`${url}#table=${FIELD_PROGRAMMES}`)
  await expect(firstCell(page)).toBeVisible({ timeout: 120_000 })
  return page
}

/** Numbers from 0 to 1 that depend on the seed only. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
