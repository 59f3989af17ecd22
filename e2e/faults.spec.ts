import type { Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './accessible.ts'
import {
  askAgain,
  chooseColumn,
  editor,
  expectRecords,
  firstCell,
  grid,
  nextFrame,
  openKnown,
  resultStatus,
  runSql,
  search,
  typeSql,
  unfold,
  visibleRows,
} from './explorer.ts'
import type { Asked, Fault, FaultProxy } from './faultProxy.ts'
import {
  awayBehindProxy,
  brokenJson,
  brokenOff,
  closedToOrigins,
  expiredToken,
  forbiddenPage,
  gone,
  heavyAnswer,
  held,
  loginPage,
  nameless,
  notAllowed,
  oneValuePerName,
  silent,
  sqlOff,
  stalled,
  tooManyRequests,
} from './faults.ts'
import { expect, FIELD_PROGRAMMES, test, type Guard, type Instance } from './fixtures.ts'

interface Lasting {
  readonly title: string
  readonly fault: Fault
  readonly what: string | RegExp
  readonly remedy: string
  /** How often it is asked: again if it may pass. */
  readonly times: 1 | 2
}

const LASTING: readonly Lasting[] = [
  {
    title: '403 of the API',
    fault: notAllowed,
    what: 'Faulty service does not let anonymous readers read "field_programmes".',
    remedy: 'Enter an API token in the connection.',
    times: 1,
  },
  {
    title: '403 as a web page',
    fault: forbiddenPage,
    what: 'The server, or a proxy in front of it, refused this request (403).',
    remedy: 'Check the address, and the API token if the server needs one.',
    times: 1,
  },
  {
    title: '429 for an hour',
    fault: tooManyRequests(3600, 'seconds'),
    what: 'This server accepts no more requests for now (429).',
    remedy: 'Try again in 60 minutes.',
    times: 1,
  },
  {
    title: '429 until a date',
    fault: tooManyRequests(7200, 'date'),
    what: 'This server accepts no more requests for now (429).',
    remedy: 'Try again in 2 hours.',
    times: 1,
  },
  {
    title: '502 that stays',
    fault: awayBehindProxy(502),
    what: "The server, or a proxy in front of it, can't answer for now (502).",
    remedy: 'Try again in a moment.',
    times: 2,
  },
  {
    title: '504 that stays',
    fault: awayBehindProxy(504),
    what: 'The proxy in front of the server waited too long for it (504).',
    remedy: 'Ask for less, or try again.',
    times: 2,
  },
  {
    title: 'a login page',
    fault: loginPage,
    what: 'The server answered 200 with a web page instead of an API answer.',
    remedy: 'It may be a login page, or the path prefix is wrong: open the address in a tab to see it.',
    times: 1,
  },
  {
    title: 'broken JSON',
    fault: brokenJson,
    what: /^The server's answer is not valid JSON: it ends too early, at character [\d,]+\.$/,
    remedy: 'It may have been cut off on the way. Try again, or ask for fewer records.',
    times: 1,
  },
  {
    title: 'a reset in the middle of the body',
    fault: brokenOff,
    what: /^The answer from 127\.0\.0\.1:\d+ broke off after [\d.]+ (bytes|kB), so none of it is used\.$/,
    remedy: 'Try again, or ask for fewer records.',
    times: 2,
  },
]

test('a lasting fault is explained, and the query and its rows stay', async ({ page, rowan, faulty, guard }) => {
  expectFailures(guard)
  const rows = await narrowedDown(page, rowan, faulty)
  const alert = page.getByRole('main').getByRole('alert')
  for (const { title, fault, what, remedy, times } of LASTING) {
    await test.step(title, async () => {
      faulty.clear()
      faulty.play(fault, { action: 'datastore_search' })
      await askAgain(page)
      await expect(alert.locator('b')).toHaveText(what)
      await expect(alert.locator('p')).toHaveText(remedy)
      await expect(page.getByRole('alert')).toHaveCount(1)
      await expect(page.getByRole('contentinfo')).toHaveText(/^no result/)
      expect(queries(faulty)).toHaveLength(times)
      await expectNarrowedDown(page)
      expect(await visibleRows(page)).toEqual(rows)
      await expectHealed(page, faulty)
    })
  }

  await test.step('a server that other origins may not read any more', async () => {
    faulty.clear()
    faulty.play(closedToOrigins)
    await askAgain(page)
    await expect(alert.locator('b')).toHaveText(
      `No answer from ${new URL(faulty.origin).host} that this page may read.`,
    )
    await expect(alert.locator('p')).toHaveText(
      'This page has read other answers of this server. It may be down for the moment, or it refused this query and does not let the page read why.',
    )
    expect(queries(faulty)).toHaveLength(2)
    await alert.getByRole('button', { name: 'Find out why' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await unfold(dialog, 'What was tried')
    const diagnosis = dialog.getByRole('region', { name: 'Diagnosis' })
    await expect(diagnosis.getByRole('status').first()).toHaveText('failed at step 3 of 7')
    await expect(diagnosis.getByRole('listitem')).toHaveText([
      'The address is well formed',
      /^The host answers[\d,]+ ms$/,
      /^Failed: The browser may not read the answer \(CORS\)The server replied, but without an Access-Control-Allow-Origin header for this page\. Only its administrator can change that\./,
      'Service and versionnot reached',
      'Token acceptednot reached',
      'This tablenot reached',
      'SQL, range filters, row capnot reached',
    ])
    await expect(dialog.getByRole('group', { name: 'Remedy' }).locator('code').first()).toHaveText(
      `ckan.cors.origin_whitelist = ${rowan.origin}`,
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectNarrowedDown(page)
    expect(await visibleRows(page)).toEqual(rows)
    await expectHealed(page, faulty)
  })
})

test('a server that comes back is noticed without a press, at the place where one was', async ({
  page,
  rowan,
  faulty,
  guard,
}) => {
  expectFailures(guard)
  await openKnown(page, rowan.origin, faultyService(faulty), `table=${FIELD_PROGRAMMES}&filter=["stage","active"]`)
  const alert = page.getByRole('main').getByRole('alert')
  const note = page.getByRole('status', { name: 'Network' })
  await expect(note).toBeAttached()
  await grid(page).evaluate((element) => element.scrollTo(200, 28 * 300 + 5))
  await grid(page).getByRole('rowheader', { name: '305', exact: true }).waitFor()
  await grid(page).locator('[aria-rowindex="306"] [role="gridcell"]').nth(2).click()
  const looks = async () => ({
    scrolled: await grid(page).evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]),
    rows: await visibleRows(page),
    cell: await page.getByText(/^Row 305, /).textContent(),
    link: page.url(),
  })
  await expect.poll(async () => (await visibleRows(page)).get(310)?.['stage']).toBe('active')
  // The rail has counted the other table, and asks no more.
  await expect(page.getByRole('navigation')).toContainText('10,000')
  const before = await looks()

  faulty.play(gone)
  await askAgain(page)
  await expect(alert).toBeVisible()
  await expect(note).toContainText('No answer from Faulty service.')
  await expect(note).toContainText(/Trying again in [2-5] s\./)
  faulty.clear()
  await expect(note).toContainText(/Trying again in (?:9|10) s\./)
  await expectAccessibleInBothThemes(page, 'a server that is gone')
  expect(faulty.requests, 'one light request').toMatchObject([{ params: { limit: '1', include_total: 'false' } }])
  // Before the server is back: the page may notice by itself at any time.
  await note.getByRole('button', { name: 'Try now' }).focus()
  faulty.heal()
  // As when the tab is shown again: there is no need to wait for all of the pause.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(alert).toHaveCount(0)
  await expect(note).toBeEmpty()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(looks).toEqual(before)

  await test.step('a statement is the user’s: it is not run again by itself', async () => {
    await page.getByRole('tab', { name: 'SQL' }).click()
    await runSql(page, 'SELECT stage FROM {table} LIMIT 3')
    await expectRecords(page, 3)
    faulty.play(gone)
    await page.getByRole('button', { name: 'Run query' }).click()
    await expect(alert).toBeVisible()
    faulty.clear()
    faulty.heal()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText('This device is online again.')).toBeVisible()
    await nextFrame(page)
    expect(faulty.requests.filter(({ action }) => action === 'datastore_search_sql')).toEqual([])
    await expect(alert).toBeVisible()
  })
})

test('an expired token is reported, and the query and its rows stay', async ({
  page,
  rowan,
  remote,
  faulty,
  guard,
}) => {
  expectFailures(guard)
  const rows = await narrowedDown(page, rowan, faulty, remote.token)
  const notice = page.getByRole('note').getByRole('paragraph')
  await expect(page.getByRole('button', { name: 'Add record', exact: true })).toBeEnabled()

  await test.step('a public table is read on, without the token', async () => {
    faulty.play(expiredToken)
    await askAgain(page)
    await expect(notice).toHaveText(
      'The token was not accepted. Reading Faulty service as anonymous; private tables look missing, and writing is refused.',
    )
    await expect(page.getByRole('button', { name: 'Add record', exact: true })).toHaveCount(0)
    await expectNarrowedDown(page)
    expect(await visibleRows(page)).toEqual(rows)
    faulty.heal()
  })

  await test.step('a private one is refused', async () => {
    faulty.play(notAllowed, { action: 'datastore_search' })
    await askAgain(page)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert.locator('b')).toHaveText('Faulty service does not let this token read "field_programmes".')
    await expect(alert.locator('p')).toHaveText('Check the API token in the connection.')
    await expectNarrowedDown(page)
    expect(await visibleRows(page)).toEqual(rows)
    faulty.heal()
  })
})

test(
  'what passes is asked for again, and nothing is said of it',
  { tag: '@long' },
  async ({ page, rowan, faulty, guard }) => {
    expectFailures(guard)
    await narrowedDown(page, rowan, faulty)
    for (const [title, fault] of [
      ['429 for a second', tooManyRequests(1, 'seconds')],
      ['429 until a date', tooManyRequests(1, 'date')],
      ['502 once', awayBehindProxy(502)],
      ['503 once', awayBehindProxy(503)],
      ['a connection that ends in the body', brokenOff],
    ] as const) {
      await test.step(title, async () => {
        faulty.clear()
        faulty.play(fault, { is: isQuery, times: 1 })
        await askAgain(page)
        await expect.poll(() => queries(faulty).length).toBe(2)
        await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')
        await expect(page.getByRole('alert')).toHaveCount(0)
        await expectRecords(page, 30)
        await expectNarrowedDown(page)
        faulty.heal()
      })
    }
  },
)

test('a server that never answers is waited for until Stop, which cancels the request; the rows stay', async ({
  page,
  rowan,
  faulty,
  guard,
}) => {
  expectFailures(guard)
  const rows = await narrowedDown(page, rowan, faulty)
  faulty.play(silent)
  await search(page, 'river')
  const stop = page.getByRole('button', { name: 'Stop' })
  await expect(stop).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText(/^Waiting for Faulty service · \d+\.\d s/)
  await expect.poll(() => faulty.requests.some(isAbout('river'))).toBe(true)
  await stop.click()
  await expect.poll(() => faulty.abandoned.some(isAbout('river'))).toBe(true)
  await expect(resultStatus(page)).toHaveText(
    /^Stopped waiting after \d\.\d s\. The server may keep working for up to 60 s\.$/,
  )
  expect(await visibleRows(page)).toEqual(rows)
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('river')
  faulty.heal()
  await askAgain(page)
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(resultStatus(page)).toContainText('complete')
})

test('a body that stops coming is given up after a minute, and the query and its rows stay', async ({
  page,
  rowan,
  faulty,
  guard,
}) => {
  expectFailures(guard)
  await page.clock.install()
  const rows = await narrowedDown(page, rowan, faulty)
  faulty.clear()
  faulty.play(stalled, { action: 'datastore_search' })
  const begun = page.waitForResponse((answer) => answer.url().includes('limit=30'))
  await askAgain(page)
  await begun
  await expect(page.getByRole('contentinfo')).toContainText(/^Waiting for Faulty service · \d+\.\d s/)
  await page.clock.fastForward(61_000)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert.locator('b')).toHaveText(
    /^The answer from 127\.0\.0\.1:\d+ stopped after [\d.]+ (bytes|kB), and nothing followed within 60 s\.$/,
  )
  await expect(alert.locator('p')).toHaveText('Try again, or ask for fewer records.')
  expect(queries(faulty)).toHaveLength(1)
  await expectNarrowedDown(page)
  expect(await visibleRows(page)).toEqual(rows)
  await expectHealed(page, faulty)
})

test('a field without a name has words in its place, and takes nothing down', async ({
  page,
  rowan,
  faulty,
  guard,
}) => {
  expectFailures(guard)
  faulty.play(nameless('stage'))
  await openKnown(page, rowan.origin, faultyService(faulty), `table=${FIELD_PROGRAMMES}`)
  const header = page.getByRole('columnheader', { name: '(no name), text' })
  await expect(header).toBeVisible()
  await expect(page.getByRole('navigation').getByText('(no name)')).toBeVisible()
  await grid(page).getByRole('gridcell').first().click()
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByRole('term').filter({ hasText: '(no name)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Columns/ }).click()
  await expect(page.getByRole('checkbox', { name: '(no name)' })).toBeChecked()
  await page.getByRole('button', { name: /^Columns/ }).click()
  await header.click()
  await expect(page.getByText('can’t be drawn')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await chooseColumn(page, '(no name)')
  await expect(page.getByText('can’t be drawn')).toHaveCount(0)
})

test('an answer that comes after that of a newer query never shows', async ({ page, rowan, faulty }) => {
  await page.addInitScript(() => {
    // A browser whose cancellations come too late: every answer reaches the page.
    const send = window.fetch.bind(window)
    window.fetch = (input, init) => send(new Request(input, { ...init, signal: null }))
  })
  await narrowedDown(page, rowan, faulty)
  const late = held()
  faulty.play(late.fault, { is: isAbout('river'), times: 1 })
  await search(page, 'river')
  await expect.poll(() => faulty.requests.some(isAbout('river'))).toBe(true)
  await search(page, 'survey')
  await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(resultStatus(page)).toContainText(/complete|best/)
  const rows = await visibleRows(page)
  const status = await resultStatus(page).textContent()
  expect(rows.size).toBeGreaterThan(0)

  const arrived = page.waitForResponse((answer) => answer.url().includes('q=river'))
  late.release()
  expect(await (await arrived).finished()).toBeNull()
  await nextFrame(page)
  expect(await visibleRows(page)).toEqual(rows)
  expect(await resultStatus(page).textContent()).toBe(status)
  await expect(page.getByRole('searchbox', { name: 'Search records' })).toHaveValue('survey')
})

test(
  'in SQL the statement and the last good rows outlast every fault',
  { tag: '@long' },
  async ({ page, rowan, faulty, guard }) => {
    expectFailures(guard)
    await openKnown(page, rowan.origin, faultyService(faulty), `table=${FIELD_PROGRAMMES}&mode=sql`)
    await runSql(page, 'SELECT subject, stage FROM {table} LIMIT 3')
    await expectRecords(page, 3)
    const rows = await visibleRows(page)
    const typed = `SELECT subject FROM "${FIELD_PROGRAMMES}" LIMIT 5`
    await typeSql(page, typed)
    const alert = page.getByRole('main').getByRole('alert')
    for (const [title, fault, words] of [
      ['SQL off', sqlOff, 'SQL is off on this server. The filter form still works.'],
      [
        '502',
        awayBehindProxy(502),
        "The server, or a proxy in front of it, can't answer for now (502). Try again in a moment.",
      ],
      [
        'a login page',
        loginPage,
        'The server answered 200 with a web page instead of an API answer. It may be a login page, or the path prefix is wrong: open the address in a tab to see it.',
      ],
      [
        'a reset',
        brokenOff,
        /^The answer from 127\.0\.0\.1:\d+ broke off after [\d.]+ (bytes|kB), so none of it is used\. Try again, or ask for fewer records\.$/,
      ],
    ] as const) {
      await test.step(title, async () => {
        faulty.play(fault, { action: 'datastore_search_sql' })
        await page.getByRole('button', { name: 'Run query' }).click()
        await expect(alert).toHaveText(words)
        await expect(page.locator('.view-lines')).toHaveText(typed.replaceAll(' ', '\u00a0'))
        expect(await visibleRows(page)).toEqual(rows)
        faulty.heal()
      })
    }
    await page.getByRole('button', { name: 'Run query' }).click()
    await expectRecords(page, 5)
    await expect(alert).toHaveCount(0)

    await test.step('two columns of one name of which the server sends one', async () => {
      faulty.play(oneValuePerName, { action: 'datastore_search_sql' })
      await runSql(
        page,
        'SELECT a.stage, b.stage FROM {table} a JOIN {table} b ON b._id = a._id + 1 LIMIT 4'.replaceAll(
          '{table}',
          `"${FIELD_PROGRAMMES}"`,
        ),
      )
      await expectRecords(page, 4)
      await expect(page.getByRole('note')).toHaveText(
        'Two columns are called stage; the server sends only the last. Rename one with AS.',
      )
      faulty.heal()
    })

    await test.step('an answer of 50 MB', async () => {
      faulty.play(heavyAnswer(50_000_000), { action: 'datastore_search_sql' })
      await runSql(page, 'SELECT n, text FROM silt')
      await expect(grid(page)).toHaveAttribute('aria-rowcount', '32001')
      await expect(resultStatus(page)).toHaveText(
        /^32,000 records · cut at 32,000 This server returned only the first 32,000 and did not say so\. · [\d,]+ ms$/,
      )
      await editor(page).focus()
      await page.keyboard.type(' ')
      await firstCell(page).click()
      await page.keyboard.press('ControlOrMeta+End')
      await expect.poll(async () => (await visibleRows(page)).get(32_000)?.['n']).toBe('32000')
    })
  },
)

/** The browser says a line of its own for each answer that is an error, and for each connection that broke. */
function expectFailures(guard: Guard): void {
  guard.expectConsole(
    /^error: (Failed to load resource: (the server responded with a status of|net::ERR_)|.* blocked by CORS policy)/,
  )
}

/** The requests for the records of the query of `narrowedDown`. */
function queries({ requests }: FaultProxy): readonly Asked[] {
  return requests.filter(isQuery)
}

function isQuery({ params }: Asked): boolean {
  return Number(params['limit']) === 30
}

function isAbout(words: string): (asked: Asked) => boolean {
  return ({ params }) => params['q'] === words
}

const faultyService = ({ origin }: FaultProxy, token?: string) => ({
  name: 'Faulty service',
  baseUrl: origin,
  ...(token === undefined ? {} : { token }),
})

/** Opens the page at a query with something in each of its parts, 30 records of field_programmes; gives those on the screen. */
async function narrowedDown(
  page: Page,
  rowan: Instance,
  faulty: FaultProxy,
  token?: string,
): ReturnType<typeof visibleRows> {
  const link = `table=${FIELD_PROGRAMMES}&filter=["stage","active"]&limit=30`
  await openKnown(page, rowan.origin, faultyService(faulty, token), link)
  await expectRecords(page, 30)
  return visibleRows(page)
}

/** Ends what is wrong, tries again and finds the records of `narrowedDown`. */
async function expectHealed(page: Page, faulty: FaultProxy): Promise<void> {
  const alert = page.getByRole('main').getByRole('alert')
  faulty.heal()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expectRecords(page, 30)
}

async function expectNarrowedDown(page: Page): Promise<void> {
  await expect(page.getByRole('group', { name: 'stage is active' })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Limit' })).toHaveValue('30')
  await expectRecords(page, 30)
}
