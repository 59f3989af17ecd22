import { expect, type Locator, type Page } from 'playwright/test'
import { estimatedTotal, expiredToken, gone, notAllowed, offsetIgnored, silent, sqlOff } from '../faults.ts'
import type { FaultProxy } from '../faultProxy.ts'
import { askAgain, firstCell, unfold } from '../explorer.ts'
import { knowStore, type KnownStore } from './storeDamage.ts'

/** What a walk goes through: a page, a server with its token, the same server behind faults, and a host without a server. */
export interface Grounds {
  readonly page: Page
  readonly own: string
  /** A host of the page alone, which opens its own PostgreSQL there; null leaves its screens out. */
  readonly host: string | null
  readonly token: string
  readonly faulty: FaultProxy
}

/** Called on every screen and in every state. */
export type Visit = (screen: string) => Promise<void>

/** Goes through the screens and states of the page in any language; returns those it could not get to. */
export async function walk(grounds: Grounds, visit: Visit): Promise<readonly string[]> {
  const missed: string[] = []
  const { page } = grounds
  for (const [screen, reach] of screens(grounds)) {
    try {
      await reach()
      // What comes a moment later, as notes and counts do, belongs to the screen.
      await page.evaluate(quiet, 120)
      await visit(screen)
    } catch (error) {
      missed.push(`${screen}: ${String(error).split('\n')[0] ?? ''}`)
    }
  }
  return missed
}

/** Runs in the page: waits until nothing has changed for a moment, but not for ever. */
function quiet(moment: number): Promise<void> {
  return new Promise((done) => {
    let still = setTimeout(end, moment)
    const last = setTimeout(end, 5 * moment)
    const watch = new MutationObserver(() => {
      clearTimeout(still)
      still = setTimeout(end, moment)
    })
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    function end() {
      clearTimeout(still)
      clearTimeout(last)
      watch.disconnect()
      done()
    }
  })
}

/** A name as a pattern that also fits what the pseudo-language makes of it: `Add filter` is `Àđđ ƒïĺţéŕ·éïö` there. */
export function said(name: string): RegExp {
  const pattern = name
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(' ', ' [·éïöü]*')
    .replaceAll(/[a-z]/gi, (letter) => `[${letter}${ACCENTED.charAt(PLAIN.indexOf(letter))}]`)
  return new RegExp(`^${pattern}`)
}

/** As in src/words/pseudo. */
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'àƀçđéƒğħïĵķĺɱñöþǫŕšţüṽŵẋýžÀƁÇĐÉƑĞĦÏĴĶĹṀÑÖÞǪŔŠŢÜṼŴẊÝŽ'

const CSV = 'no,name,level,bad\n1,a,0.5,1\n2,b,1.5,2\n2,c,1.25,n/a\n5\n'

function screens({ page, own, host, token, faulty }: Grounds): readonly (readonly [string, () => Promise<unknown>])[] {
  const button = (name: string, within: Page | Locator = page) =>
    within
      .getByRole('button', { name: said(name) })
      .filter({ visible: true })
      .first()
  /** A button above the result, which on a phone is in the sheet More. */
  const tool = async (name: string) => {
    if ((page.viewportSize()?.width ?? 0) < 640) await button('More').click()
    await button(name).click()
  }
  const dialog = () => page.getByRole('dialog').filter({ visible: true }).last()
  const panel = () => page.getByRole('complementary').filter({ visible: true }).last()
  const key = (keys: string) => page.keyboard.press(keys)
  /** Closes what is open. Its code, and that of the menu, may still be loading when a key or a click has been taken. */
  const close = async () => {
    await key('Escape')
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
  }
  const openSettings = async () => {
    await button('Settings').click()
    await dialog().waitFor()
  }
  const settings = async (name: string) => {
    await openSettings()
    await button(name, dialog()).click()
  }
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  const narrow = () => (page.viewportSize()?.width ?? 0) < 700
  const rows = () => page.getByRole('gridcell').first().waitFor()
  const open = async (hash: string, origin = own) => {
    await page.goto('about:blank')
    await page.goto(`${origin}/${hash}`)
  }
  const table = '#v=1&table=field_programmes'
  /** On a phone, the pickers and the rail are in a sheet. */
  const showTables = async () => {
    if (!narrow()) return
    // The page may not have been drawn for a phone yet.
    await page.getByRole('banner').getByRole('combobox').first().waitFor({ state: 'hidden' })
    await page.getByRole('banner').getByRole('button').first().click()
    await dialog().waitFor()
  }
  const picker = (at: number) =>
    (narrow() ? dialog() : page.getByRole('banner')).getByRole('combobox').filter({ visible: true }).nth(at)
  const drop = async (csv = CSV, file = 'walk.csv') => {
    await page.evaluate(
      ([text = '', name = '']) => {
        const data = new DataTransfer()
        data.items.add(new File([text], name, { type: 'text/csv' }))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
      },
      [csv, file],
    )
    await dialog().getByRole('grid').waitFor()
  }
  const runAgain = () => askAgain(page)
  return [
    ['welcome', () => open('#v=1&base=nonsense')],
    [
      'a connection that is only in a link',
      () => open('#v=1&base=http://127.0.0.1:9/elsewhere&table=x').then(() => dialog().waitFor()),
    ],
    ['an instance that is only in a link', () => key('Escape')],
    ['records', () => open(table).then(rows)],
    ['a sorted column', () => page.getByRole('columnheader').nth(2).click()],
    [
      'a shared link',
      () =>
        button('Share')
          .click()
          .then(() => button('Copy link').click()),
    ],
    ['a limit that is none', () => page.locator('input[inputmode="numeric"]').pressSequentially('-')],
    [
      'shortcuts',
      () =>
        open(table)
          .then(rows)
          .then(() => key('?'))
          .then(() => dialog().waitFor()),
    ],
    ['settings', () => close().then(openSettings)],
    ['requests', () => close().then(() => settings('Requests'))],
    ['requests, cleared', () => button('Clear', dialog()).click()],
    ['instances', () => close().then(() => settings('Instances'))],
    [
      'connection, empty',
      () =>
        key('Escape')
          .then(() => key('c'))
          .then(() => dialog().waitFor()),
    ],
    ['connection, refused', () => button('Connect', dialog()).click()],
    [
      'connection, diagnosis',
      async () => {
        await dialog().getByRole('textbox').nth(0).fill(`${faulty.origin}/nowhere`)
        await button('Connect', dialog()).click()
        await page.evaluate(quiet, 400)
      },
    ],
    [
      'connection, card',
      async () => {
        await dialog().getByRole('textbox').nth(0).fill(faulty.origin)
        await unfold(dialog(), 'Advanced')
        await dialog().getByRole('textbox').nth(1).fill('Walk')
        await dialog().locator('input[type="password"]').fill(token)
        await button('Connect', dialog()).click()
        await page.evaluate(quiet, 800)
      },
    ],
    ['connected', () => button('Open Walk', dialog()).click().then(rows)],
    ['instances with a token', () => settings('Instances')],
    [
      'instances from a file',
      () =>
        dialog()
          .locator('input[type="file"]')
          .setInputFiles({
            name: 'walk.json',
            mimeType: 'application/json',
            buffer: Buffer.from('{"instances": [{}]}'),
          }),
    ],
    ['an instance that is to be removed', () => button('Remove', dialog()).click()],
    [
      'the list of instances',
      () =>
        key('Escape')
          .then(() => key('Escape'))
          .then(showTables)
          .then(() => picker(0).click()),
    ],
    ['the list of tables', () => key('Escape').then(() => picker(1).click())],
    ['the list of tables, nothing found', () => picker(1).fill('zzzz')],
    [
      'the tables on a phone',
      async () => {
        await key('Escape')
        if (narrow()) return
        await page.setViewportSize({ width: 390, height: 844 })
        await showTables()
      },
    ],
    [
      'the rail, nothing found',
      async () => {
        await key('Escape')
        await page.setViewportSize(size)
        await showTables()
        await page.getByRole('navigation').getByRole('searchbox').fill('zzzz')
      },
    ],
    [
      'a filter',
      async () => {
        await open(`#v=1&base=${faulty.origin}&table=field_programmes`)
        await rows()
        await button('Add filter').click()
        await dialog().getByRole('combobox').fill('stage')
        await page.keyboard.press('Enter')
        await dialog().getByRole('checkbox').first().waitFor()
      },
    ],
    [
      'a filter on a number',
      () =>
        dialog()
          .getByRole('combobox')
          .first()
          .selectOption('_id')
          .then(() => dialog().getByRole('searchbox').fill('x')),
    ],
    [
      'a filter that is set',
      () => open(`${table}&filter=%5B%22stage%22,%22active%22,%22closed%22%5D&limit=5`).then(rows),
    ],
    ['nothing found', () => open(`${table}&q=zzzzqq&filter=%5B%22stage%22,%22active%22%5D`)],
    ['the best matches', () => open(`${table}&q=water&limit=1000`).then(rows)],
    ['a table that is not there', () => open('#v=1&table=nowhere_at_all')],
    ['a link that can not be read', () => open('#v=9&table=%zz&filter=[&limit=x')],
    [
      'a number of records that is estimated',
      async () => {
        faulty.heal()
        faulty.play(estimatedTotal(2900), { action: 'datastore_search' })
        await open(`#v=1&base=${faulty.origin}&table=field_programmes`)
        await rows()
      },
    ],
    [
      'a token that has run out, and no SQL',
      async () => {
        faulty.heal()
        faulty.play(expiredToken)
        faulty.play(sqlOff, { action: 'datastore_search_sql' })
        await open(`#v=1&base=${faulty.origin}&table=field_programmes&mode=sql`)
        await page.evaluate(quiet, 400)
        faulty.heal()
      },
    ],
    [
      'a result that is cut',
      async () => {
        faulty.play(offsetIgnored, { action: 'datastore_search' })
        await open(`#v=1&base=${faulty.origin}&table=field_programmes`)
        await rows()
        await page.getByRole('gridcell').first().click()
        await key('Control+End')
        await page.evaluate(quiet, 200)
      },
    ],
    ['export of a cut result', () => tool('Export')],
    [
      'a search that is refused',
      async () => {
        await key('Escape')
        faulty.play(notAllowed, { action: 'datastore_search' })
        await runAgain()
        await page.getByRole('alert').first().waitFor()
      },
    ],
    [
      'a search that takes its time',
      async () => {
        faulty.play(silent, { action: 'datastore_search' })
        await runAgain()
        await page.waitForTimeout(1000)
      },
    ],
    [
      'a search that was stopped',
      async () => {
        await button('Stop').click()
        faulty.heal()
      },
    ],
    ['SQL', () => open(`${table}&mode=sql`).then(() => page.evaluate(quiet, 800))],
    ['an answer to SQL', () => runAgain().then(rows)],
    [
      'SQL that calls two columns the same',
      () =>
        open(`${table}&mode=sql&sql=SELECT%201%20AS%20a,%202%20AS%20a,%20null%20AS%20b`)
          .then(() => page.getByRole('tab').first().waitFor())
          .then(runAgain)
          .then(rows),
    ],
    [
      'SQL that fails',
      () => open(`${table}&mode=sql&sql=SELECT%20x%20FRM%20y`).then(() => page.getByRole('alert').first().waitFor()),
    ],
    [
      'a record',
      () =>
        open(table)
          .then(rows)
          .then(() => page.getByRole('rowheader').nth(1).dblclick())
          .then(() => panel().waitFor()),
    ],
    [
      'a record that can be changed',
      async () => {
        await open(`#v=1&base=${faulty.origin}&table=field_programmes`)
        await rows()
        await page.getByRole('rowheader').nth(1).dblclick()
        await panel().waitFor()
      },
    ],
    ['a record that is being changed', () => button('Edit', panel()).click()],
    [
      'a changed record that is refused',
      async () => {
        faulty.play(notAllowed, { action: 'datastore_upsert' })
        await panel().getByRole('textbox').first().fill('walk')
        await button('Save', panel()).click()
        await panel().getByRole('alert').waitFor()
        faulty.heal()
      },
    ],
    [
      'a changed record is left',
      async () => {
        await panel().getByRole('textbox').first().fill('walk')
        await button('Cancel', panel()).click()
      },
    ],
    [
      'a record that is added',
      () =>
        open(`#v=1&base=${faulty.origin}&table=field_programmes`)
          .then(rows)
          .then(() => tool('Add record')),
    ],
    [
      'a value',
      async () => {
        await open(`#v=1&base=${faulty.origin}&table=field_programmes`)
        await rows()
        await page.getByRole('gridcell').nth(2).dblclick()
        await dialog().waitFor()
      },
    ],
    [
      'a new table',
      () =>
        key('Escape')
          .then(showTables)
          .then(() => button('New table').click()),
    ],
    [
      'a new table, paused',
      async () => {
        await key('Escape')
        // On a phone it lay over the sheet with the tables.
        if (narrow()) await key('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await drop(`n\n${'1\n'.repeat(300_000)}`, 'long.csv')
        await button('Create table and load', dialog()).click()
        await button('Pause', dialog()).click()
      },
    ],
    ['a new table, stopped', () => button('Stop', dialog()).click()],
    [
      'a new table, preview',
      () =>
        button('Delete the table', dialog())
          .click()
          .then(() => page.getByRole('dialog').waitFor({ state: 'detached' }))
          .then(() => drop()),
    ],
    ['a new table, keys', () => button('Add key column', dialog()).click()],
    [
      'a new table, rows that double the key',
      async () => {
        await button('no', dialog()).click()
        await page.evaluate(quiet, 200)
      },
    ],
    [
      'a new table, refused',
      async () => {
        faulty.play(notAllowed, { action: 'datastore_create' })
        await button('Create table and load', dialog()).click()
        await dialog().getByRole('alert').first().waitFor()
      },
    ],
    [
      'a new table, rows set aside',
      async () => {
        faulty.heal()
        await button('Create table and load', dialog()).click()
        await button('Show table', dialog()).waitFor()
      },
    ],
    [
      'a table that is to be deleted',
      () =>
        button('Show table', dialog())
          .click()
          .then(rows)
          .then(showTables)
          .then(() => button('Delete walk').click()),
    ],
    [
      'a table that is not to be deleted',
      async () => {
        faulty.play(notAllowed, { action: 'datastore_delete' })
        // On a phone it lies over the sheet with the tables.
        await button('Delete table', page.getByRole('dialog')).click()
        await page.getByRole('dialog').getByRole('alert').waitFor()
        faulty.heal()
      },
    ],
    ['a table that was deleted', () => button('Delete table', page.getByRole('dialog')).click()],
    [
      'a device that is offline',
      () =>
        open(table)
          .then(rows)
          .then(() => page.context().setOffline(true)),
    ],
    ['a device that is online again', () => page.context().setOffline(false)],
    [
      'a server that is gone',
      async () => {
        await open(`#v=1&base=${faulty.origin}&table=field_programmes`)
        await rows()
        // The note is a part that loads once the page is quiet.
        await page.evaluate(quiet, 1500)
        faulty.play(gone)
        await runAgain()
        await button('Try now').waitFor()
      },
    ],
    [
      'a server that is back',
      async () => {
        faulty.heal()
        await button('Try now').click()
        await button('Try now').waitFor({ state: 'detached' })
      },
    ],
    [
      'a list of tables that can not be loaded',
      async () => {
        faulty.play(notAllowed, { action: 'datastore_search' })
        await open(`#v=1&base=${faulty.origin}`)
        await page.evaluate(quiet, 400)
        faulty.heal()
      },
    ],
    [
      'damage',
      async () => {
        await page.evaluate(() => localStorage.setItem('rowan.workspace', '{damaged'))
        await open(table)
        await rows()
      },
    ],
    [
      'a page that has failed',
      async () => {
        await page.evaluate(() =>
          Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
            get: () => {
              throw new Error('Walk')
            },
          }),
        )
        await page.evaluate(() => (location.hash = '#v=1&table=bird_strikes'))
        await button('Leave this view').waitFor()
      },
    ],
    ...(host === null ? [] : engineScreens(host)),
  ]

  function engineScreens(alone: string): readonly (readonly [string, () => Promise<unknown>])[] {
    const files = '**/engine/*.bin'
    const file = { name: 'walk.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from('no archive') }
    return [
      [
        'its own PostgreSQL does not come',
        async () => {
          await page.context().route(files, (route) => route.abort())
          await open('', alone.replace('127.0.0.1', 'localhost'))
          await page.getByRole('alert').first().waitFor()
          await page.context().unroute(files)
        },
      ],
      [
        'its own PostgreSQL starts',
        async () => {
          await page.context().route(files, async (route) => {
            await new Promise((done) => setTimeout(done, 2000))
            // One that is still held back when this handler is taken away goes on by itself.
            await route.continue().catch(() => undefined)
          })
          await open('', alone)
          await page.getByRole('progressbar').waitFor()
        },
      ],
      [
        'its own PostgreSQL',
        async () => {
          await firstCell(page).waitFor({ timeout: 60_000 })
          await page.context().unroute(files)
        },
      ],
      ['this browser', () => button('Settings').click()],
      ['this browser, reset', () => button('Reset the sample', dialog()).click()],
      ['this browser, restore', () => dialog().locator('input[type="file"]').setInputFiles(file)],
      [
        'this browser, restore that fails',
        async () => {
          await button('Remove and restore', dialog()).click()
          await dialog().getByRole('alert').waitFor()
        },
      ],
      [
        'stored tables that the browser removed',
        async () => {
          await close()
          const session = await page.context().newCDPSession(page)
          await session.send('Storage.clearDataForOrigin', { origin: new URL(alone).origin, storageTypes: 'all' })
          await button('Load again').waitFor()
        },
      ],
      [
        'stored tables that are damaged',
        async () => {
          await button('Load again').click()
          // The rows of before stay until the new store is there: a visit of its own shows rows only once it is whole.
          await open('', alone)
          await firstCell(page).waitFor({ timeout: 60_000 })
          await damageControlFile(`${alone}/settings.json`)
          await open('', alone)
          await button('Show reason').click()
          await button('Save the tables that can be read').waitFor()
        },
      ],
      ['files that are saved of them', () => saved('Save the stored files')],
      ['tables that are saved of them', () => saved('Save the tables that can be read')],
      [
        'the question before they are removed',
        async () => {
          await button('Remove it and begin with the sample').click()
          await button('Remove and begin again').waitFor()
        },
      ],
    ]
  }

  async function saved(name: string) {
    const download = page.waitForEvent('download')
    await button(name).click()
    const file = (await download).suggestedFilename()
    await page.getByText(file).waitFor()
  }

  /** From a page that doesn't open the store; the worker of the one before may hold its files a moment longer. */
  async function damageControlFile(address: string) {
    const damage = { place: 'opfs', kind: 'missing', file: { matches: '^/global/pg_control$', number: 0 } } as const
    await page.goto(address)
    await page.evaluate(knowStore)
    await expect(() => page.evaluate((damage) => store.damage(damage), damage)).toPass({ timeout: 30_000 })
  }
}

declare const store: KnownStore
