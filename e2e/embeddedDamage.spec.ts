import type { BrowserContext, Locator, Page } from 'playwright/test'
import { speakToEngine } from './embeddedEngine.mjs'
import { expectAccessibleInBothThemes } from './accessible.ts'
import { chooseResource, expectRecords, firstCell, tabTo } from './explorer.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, test } from './fixtures.ts'
import type { StaticServer } from './staticServer.mjs'
import { knowStore, type Damage, type KnownStore, type Place } from './support/storeDamage.ts'
import { workerFinds, WITHOUT_FILES } from './workerFinds.ts'

/** The table that is damaged, and one that is not. */
const HURT = 2000
const KEPT = 2
const HURT_FILE = { holds: 'x'.repeat(60) }

test('damage to a table is named, the others are saved to a file and restored, and removal asks first', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.expectConsole(/./)
  await begin(page, context, host, 'opfs')

  await hurt(page, host, { place: 'opfs', kind: 'missing', file: HURT_FILE })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(
    "The data that this browser stores for the page can't be opened: files are missing.",
  )
  const region = page.getByRole('region', { name: 'Save what is there' })
  expect(await saved(page, 'Save the stored files')).toMatch(/^rowan-stored-files-.*\.tar$/)
  const file = await saved(page, 'Save the tables that can be read', test.info().outputPath('saved.tar.gz'))
  await expect(region).toContainText(`Saved 3 of 4 tables to ${file}.`)
  await expect(region).toContainText('Could not be read: hurt.')
  await expectRestored(page)
})

test('records that are gone are counted', { tag: '@long' }, async ({ page, context, host, guard }) => {
  guard.expectConsole(/./)
  await begin(page, context, host, 'opfs')
  await hurt(page, host, { place: 'opfs', kind: 'cut', file: HURT_FILE })
  await expect(page.getByRole('status', { name: 'Lost tables' })).toContainText(
    /damaged: hurt has \d+ of 2,000 records left\./,
  )
})

test(
  'in IndexedDB a table whose file is gone is named at each visit, and the others are saved and restored',
  { tag: '@long' },
  async ({ page, context, host, guard }) => {
    guard.expectConsole(/./)
    await begin(page, context, host, 'indexeddb')
    await hurt(page, host, { place: 'indexeddb', kind: 'missing', file: HURT_FILE })
    const lost = page.getByRole('status', { name: 'Lost tables' })
    await expect(lost).toContainText('What this browser stores was damaged: hurt is gone.')
    await chooseResource(page, 'hurt')
    await expect(page.getByRole('alert')).toContainText(
      /A part of what this browser stores of this table is damaged\.\s*Settings, Save what can be read, saves the rest\./,
    )
    await page.reload()
    await expect(lost).toContainText('hurt is gone')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const panel = page.getByRole('region', { name: 'This browser' })
    const file = await saved(page, 'Save what can be read', test.info().outputPath('saved.tar.gz'))
    await expect(panel).toContainText(`Saved 3 of 4 tables to ${file}.`)
    await expect(panel).toContainText('Could not be read: hurt.')
    expect(await saved(page, 'Save the stored files')).toMatch(/^rowan-stored-files-.*\.tar$/)
    await page.keyboard.press('Escape')

    await hurt(page, host, {
      place: 'indexeddb',
      kind: 'missing',
      file: { matches: '^/global/pg_control$', number: 0 },
    })
    await expect(page.getByRole('alert')).toContainText(
      "can't be opened: the control file of PostgreSQL is missing or damaged.",
    )
    const region = page.getByRole('region', { name: 'Save what is there' })
    await saved(page, 'Save the tables that can be read')
    await expect(region).toContainText('Saved 3 of 4 tables')
    await expect(region).not.toContainText('log of changes')
    await page.evaluate(() =>
      store.damage({ place: 'indexeddb', kind: 'missing', file: { matches: '^/pg_wal/', number: 0 } }),
    )
    await saved(page, 'Save the tables that can be read', test.info().outputPath('saved.tar.gz'))
    await expect(region).toContainText('The log of changes could not be read: the last changes')
    await expectRestored(page)
  },
)

/** From the file that was saved, after what is stored has been removed; the page has the store that doesn't open. */
async function expectRestored(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: 'Begin again' })
  const remove = region.getByRole('button', { name: 'Remove it and begin with the sample' })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(region).toContainText('This removes what is stored: bird_strikes, field_programmes, hurt and kept.')
  await expectAccessibleInBothThemes(page, 'the question before a damaged store is removed')
  await expect(region.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(region.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(region.getByRole('button', { name: 'Remove and begin again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectRecords(page, 3000)

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const panel = page.getByRole('region', { name: 'This browser' })
  await panel.getByLabel('Backup file').setInputFiles(test.info().outputPath('saved.tar.gz'))
  await panel.getByRole('button', { name: 'Restore these tables' }).click()
  await expect(panel.getByText('Restored.')).toBeVisible()
  await expect(panel.getByRole('listitem')).toContainText('bird_strikes (10,000 records) and field_programmes')
  expect(await records(page, 'ab01')).toBe(KEPT)
}

/** Fifty in all, of each kind to either store, in parts that end in time. */
const PARTS = 10
const CASES = 5

for (let part = 0; part < PARTS; part += 1)
  test(
    `seeded damages ${part * CASES + 1} to ${(part + 1) * CASES}: what can be read is saved, what can not is named, nothing else is touched`,
    { tag: '@long' },
    async ({ page, context, host, guard }) => {
      guard.expectConsole(/./)
      const place: Place = part % 2 === 0 ? 'opfs' : 'indexeddb'
      await begin(page, context, host, place)
      const whole = new Map<string, string>()
      for (const id of TABLES) whole.set(id, await contents(page, id))
      await leave(page, host)
      await expect(() => page.evaluate((place) => store.keep(place), place)).toPass()
      const outcomes: string[] = []
      for (let seed = part * CASES + 1; seed <= (part + 1) * CASES; seed += 1) {
        const outcome = `${seed} ${place} ${await outcomeOf(page, host, damageOf(seed, place), whole)}`
        console.log(outcome)
        outcomes.push(outcome)
      }
      expect(outcomes.filter((outcome) => outcome.includes('SILENT'))).toEqual([])
    },
  )

/** Files of tables that were made, of the tables that PostgreSQL works with, and of what holds all of them together. */
const FILES = [
  '^/base/5/(?:1[6-9]|[2-9]\\d)\\d{3}',
  '^/base/5/',
  '^/(?:global|pg_xact|pg_wal|pg_multixact|postgresql|PG)',
  '.',
]

function damageOf(seed: number, place: Place): Damage {
  const kinds = place === 'opfs' ? (['cut', 'missing', 'flip', 'list'] as const) : (['cut', 'missing', 'flip'] as const)
  const kind = kinds[seed % kinds.length] ?? 'cut'
  return { place, kind, file: { matches: FILES[(seed >> 1) % FILES.length] ?? '.', number: seed * 7919 } }
}

/** What becomes of a damaged store, in words; SILENT where not all is there as it was in `whole` and nothing says so. */
async function outcomeOf(
  page: Page,
  host: StaticServer,
  damage: Damage,
  whole: ReadonlyMap<string, string>,
): Promise<string> {
  const { place } = damage
  await leave(page, host)
  await expect(() => page.evaluate((place) => store.restore(place), place)).toPass()
  const path = `${damage.kind} ${await page.evaluate((damage) => store.damage(damage), damage)}`
  const digests = async () => new Map(await page.evaluate((place) => store.digests(place), place))
  const before = await digests()
  await page.goto(host.url)
  const alert = page.getByRole('alert')
  await expect(firstCell(page).or(alert).filter({ visible: true }).first()).toBeVisible()
  const region = page.getByRole('region', { name: 'Save what is there' })
  if (await region.isVisible()) {
    await expect(alert.first()).not.toContainText(/Aborted|ASSERTIONS|undefined/)
    expect(await saved(page, 'Save the stored files')).toMatch(/\.tar$/)
    await region.getByRole('button', { name: 'Save the tables that can be read' }).click()
    const words = region.getByText(/^(?:Saved \d of|None of the tables)/)
    await expect(words).toBeVisible()
    const said = (await region.getByRole('status').innerText()).replaceAll('\n', ' ')
    const after = await digests()
    const changed = [...before].filter(([name, digest]) => after.get(name) !== digest).map(([name]) => name)
    // In private files PostgreSQL itself writes while it tries to open them, if all of them are there.
    if (place === 'indexeddb' || damage.kind === 'missing' || damage.kind === 'list') expect(changed, path).toEqual([])
    const reason = (await alert.first().innerText()).split('\n')[0]
    return `${path}: ${reason} ${said || (await words.innerText())}`
  }
  const left: string[] = []
  for (const [id, before] of whole) {
    const now = await contents(page, id).catch((error: unknown) => String(error).split('\n')[0] ?? '')
    if (now === before) continue
    const note = page.getByRole('status', { name: 'Lost tables' })
    const isNamed = now.includes('Error') || (await note.filter({ hasText: /left|gone/ }).isVisible())
    left.push(`${id} ${isNamed ? 'named' : 'SILENT'}: ${now}`)
  }
  const rest = left.some((line) => line.includes('Error')) ? ` ${await savedInSettings(page)}` : ''
  return `${path}: opened; ${left.join('; ') || 'all there'}${rest}`
}

/** What Settings say of the tables they save of a store that opens, but not all of whose tables can be read. */
async function savedInSettings(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const panel = page.getByRole('region', { name: 'This browser' })
  await panel.getByRole('button', { name: 'Save what can be read' }).click()
  const words = panel.getByText(/^(?:Saved \d of|None of the tables)/)
  await expect(words).toBeVisible()
  const said = await words.innerText()
  // The screen behind offers the same if the engine has ended by now.
  expect(await saved(page, 'Save the stored files', undefined, panel)).toMatch(/\.tar$/)
  return said
}

/** All that are stored. */
const TABLES = ['ab01', 'ab02', FIELD_PROGRAMMES, BIRD_STRIKES]

/** How many records a table has, and a digest of them. */
function contents(page: Page, id: string): Promise<string> {
  return page.evaluate(async (id) => {
    const { records } = await engine('datastore_search', { resource_id: id, limit: 32_000 })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(records)))
    return `${records.length} records, ${new Uint8Array(digest).slice(0, 8).join('')}`
  }, id)
}

declare const store: KnownStore

declare function engine(
  action: string,
  params: object,
): Promise<{ readonly total: number; readonly records: readonly object[] }>

/** Fills a store in that place; its page can be asked, and one that has left it can damage it. */
async function begin(page: Page, context: BrowserContext, host: StaticServer, place: Place): Promise<void> {
  await speakToEngine(context)
  await context.addInitScript(knowStore)
  if (place === 'indexeddb') await workerFinds(page, WITHOUT_FILES)
  await page.goto(host.url)
  await expect(firstCell(page)).toBeVisible()
  await page.evaluate(
    async ({ hurt, kept }) => {
      const rows = (count: number, b: string) => Array.from({ length: count }, (_, a) => ({ a, b: b.repeat(60) }))
      await engine('datastore_create', { resource_id: 'ab01', aliases: 'kept', records: rows(kept, 'y') })
      await engine('datastore_create', { resource_id: 'ab02', aliases: 'hurt', records: rows(hurt, 'x') })
    },
    { hurt: HURT, kept: KEPT },
  )
  // Opening it again writes all that is in the log to the files.
  await page.reload()
  await expect(firstCell(page)).toBeVisible()
  expect(await records(page, 'ab02')).toBe(HURT)
  // Written down beside the store half a second after it has opened.
  await expect.poll(() => page.evaluate(notedTables)).toBe(4)
}

/** Has no page open the store; the worker of the page that was left may hold its files a moment longer. */
async function leave(page: Page, host: StaticServer): Promise<void> {
  await page.goto(`${host.url}settings.json`)
}

/** Damages the store while no page has it, and opens the page. */
async function hurt(page: Page, host: StaticServer, damage: Damage): Promise<void> {
  await leave(page, host)
  await expect(() => page.evaluate((damage) => store.damage(damage), damage)).toPass()
  await page.goto(host.url)
}

async function notedTables(): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('rowan-tables')
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error('no list')))
  })
  const noted = await new Promise<readonly unknown[]>((resolve) => {
    const asked = db.transaction('rowan-tables').objectStore('rowan-tables').get('tables')
    asked.addEventListener('success', () => resolve(asked.result ?? []))
  })
  db.close()
  return noted.length
}

/** Presses the button, of that part of the page if one is given, and gives the name of the file that is saved. */
async function saved(page: Page, button: string, to?: string, within: Page | Locator = page): Promise<string> {
  const download = page.waitForEvent('download')
  await within.getByRole('button', { name: button }).click()
  const file = await download
  if (to !== undefined) await file.saveAs(to)
  return file.suggestedFilename()
}

async function records(page: Page, resource_id: string): Promise<number> {
  const { total } = await page.evaluate((id) => engine('datastore_search', { resource_id: id, limit: 0 }), resource_id)
  return total
}
