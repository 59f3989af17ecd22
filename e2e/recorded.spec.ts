import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { askAgain, firstCell, withoutDistributions } from './explorer.ts'
import { cappedAt, estimatedTotal, offsetIgnored } from './faults.ts'
import { startFaultProxy } from './faultProxy.ts'
import { BIRD_STRIKES, expect, FIELD_PROGRAMMES, PREFIX, test } from './fixtures.ts'
import { startMinimalServer } from './minimalServer.ts'
import { PLAIN } from './support/minimalReading.ts'
import { startRecordingProxy, type Recorded, type RecordingProxy } from './recordingProxy.ts'
import { startServer, type RunningServer } from './server.mjs'
import { connecting, MINIMAL, READING, SHORT_READING, toTheEnd, WRITING, type Gesture } from './support/mainPaths.ts'
import { TOKEN_MARK } from './tokenWatch.ts'

/** What the page sent for one gesture: writes in their order, then everything else in alphabetical order. */
interface Step {
  readonly gesture: string
  readonly requests: readonly Sent[]
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * With `RECORD=1` the recordings are written instead of compared: by the version before the rebuild, whose page and server
 * `ROWAN_E2E_PAGE` and `ROWAN_E2E_SERVER` name.
 */
const isRecording = process.env['RECORD'] === '1'

const TOKEN = `${TOKEN_MARK}of-the-recording`

let server: RunningServer
let proxy: RecordingProxy

test.beforeAll(async () => {
  server = await startServer({ token: TOKEN, cors: '*' })
  proxy = await startRecordingProxy(server.origin)
})

test.afterAll(async () => {
  await proxy.stop()
  await server.stop()
})

test.beforeEach(async ({ guard, page }) => {
  // What columns hold is asked for when there is time and they are in view: `distributions.spec.ts` shows it.
  await withoutDistributions(page)
  // What was read a while ago is asked for again; how fast this machine is must not decide that.
  await page.addInitScript(() => {
    Date.now = () => 1_772_442_000_000
  })
  guard.allow(server.origin, TOKEN)
  guard.allow(proxy.origin, TOKEN)
  guard.expectConsole(/Failed to load resource: the server responded with a status of 4\d\d/)
})

const openPage = async (page: Page) => {
  await page.goto(server.origin)
  await expect(firstCell(page)).toBeVisible()
}

test('the requests of reading and writing with a token are those recorded', async ({ page }) => {
  await openPage(page)
  await replay(page, proxy, 'withToken', [
    connecting('Recorded', proxy.origin, TOKEN),
    ...READING,
    ...WRITING,
    ['reload the link', (at) => at.reload()],
  ])
})

// In short, the gestures of these are among those above; other specs show what is sent to such servers.

test('the requests of reading without a token are those recorded', { tag: '@long' }, async ({ page }) => {
  await openPage(page)
  await replay(page, proxy, 'withoutToken', [connecting('Recorded', proxy.origin), ...SHORT_READING])
})

test('the requests of the page to its own server are those recorded', { tag: '@long' }, async ({ page }) => {
  await replay(page, proxy, 'sameOrigin', [['open the page', (at) => at.goto(proxy.origin)], ...SHORT_READING])
})

test(
  'the requests to a server that estimates and caps are those recorded',
  { tag: '@long' },
  async ({ page, guard }) => {
    const faulty = await startFaultProxy(server.origin)
    const recorder = await startRecordingProxy(faulty.origin)
    guard.allow(recorder.origin)
    try {
      await openPage(page)
      faulty.play(cappedAt(10, true), { action: 'datastore_search_sql' })
      faulty.play(estimatedTotal(2870), { action: 'datastore_search' })
      const address = `${recorder.origin}${PREFIX}/datastore_search?resource_id=${FIELD_PROGRAMMES}`
      await replay(page, recorder, 'estimating', [
        connecting('Recorded', address),
        ['count exactly', (at) => at.getByRole('button', { name: 'Count exactly' }).click()],
        toTheEnd,
        ['open SQL', (at) => at.getByRole('tab', { name: 'SQL' }).click()],
        ['run the query', (at) => at.getByRole('button', { name: 'Run query' }).click()],
        ['get all', (at) => at.getByRole('button', { name: /^Get all/ }).click()],
        ['back to the filter', (at) => at.getByRole('tab', { name: 'Filter' }).click()],
        [
          'run the query where offset is ignored',
          (at) => {
            faulty.heal()
            faulty.play(offsetIgnored, { action: 'datastore_search' })
            return askAgain(at)
          },
        ],
        toTheEnd,
        ['get all', (at) => at.getByRole('button', { name: /^Get all/ }).click()],
      ])
    } finally {
      await recorder.stop()
      await faulty.stop()
    }
  },
)

test(
  'the requests to a server that only knows the interface are those recorded',
  { tag: '@long' },
  async ({ page, guard }) => {
    const rows = Array.from({ length: 600 }, (_, at) => ({
      no: at + 1,
      title: `Water level ${at}`,
      subject: ['watershed', 'survey', 'birds'][at % 3],
      stage: ['active', 'closed'][at % 2],
    }))
    const least = await startMinimalServer(FIELD_PROGRAMMES, rows, () => Promise.resolve(rows.slice(0, 7)), PLAIN)
    const recorder = await startRecordingProxy(least.origin)
    guard.allow(recorder.origin)
    try {
      await openPage(page)
      const address = `${recorder.origin}${PREFIX}/datastore_search?resource_id=${FIELD_PROGRAMMES}`
      await replay(page, recorder, 'minimal', [connecting('Recorded', address), ...MINIMAL])
    } finally {
      await recorder.stop()
      await least.stop()
    }
  },
)

/** Does the gestures one after the other and compares what each one sent with its recording, byte for byte. */
async function replay(page: Page, recorder: RecordingProxy, name: string, gestures: readonly Gesture[]): Promise<void> {
  const file = join(import.meta.dirname, 'recorded', `${name}.json`)
  const recording: readonly Step[] = existsSync(file) && !isRecording ? JSON.parse(readFileSync(file, 'utf8')) : []
  const recordedSteps = splitOff(recording).steps
  const steps: Step[] = []
  recorder.clear()
  for (const [at, [gesture, act]] of gestures.entries()) {
    await act(page)
    await settled(page, recorder, gesture, recordedSteps[at]?.requests.length)
    steps.push({ gesture, requests: inOrder(recorder.requests.filter(isAction).map(sentOf)) })
    recorder.clear()
  }
  if (isRecording) return writeFileSync(file, `${JSON.stringify(withPlainIds(steps), null, 2)}\n`)
  const sent = splitOff(withPlainIds(steps))
  expect(sent.steps).toEqual(recordedSteps)
  for (const count of sent.counts) expect(splitOff(recording).counts).toContainEqual(count)
}

/**
 * Takes out the counts beside the names of tables: the browser decides when a name has come into view, so they may belong
 * to another gesture or, for the table that is opened next, may not be sent at all.
 */
function splitOff(steps: readonly Step[]): { readonly steps: readonly Step[]; readonly counts: readonly Sent[] } {
  const isCount = ({ path, body }: Sent) =>
    /\/datastore_search\?resource_id=[^&]+&limit=0$/.test(path) || /^\{"resource_id":"[^"]+","limit":0\}$/.test(body)
  const wanted = (gesture: string) => gesture === 'count exactly' || gesture === 'delete the table'
  return {
    steps: steps.map(({ gesture, requests }) => ({
      gesture,
      requests: inOrder(requests.filter((request) => wanted(gesture) || !isCount(request))),
    })),
    counts: steps.flatMap(({ requests }) => requests.filter(isCount)),
  }
}

/** Waits until as many requests have come as were recorded, and nothing is on its way. */
async function settled(page: Page, recorder: RecordingProxy, gesture: string, wanted = 0): Promise<void> {
  const count = () => {
    const requests = recorder.requests.filter(isAction).map(sentOf)
    return splitOff([{ gesture, requests }]).steps.flatMap((step) => step.requests).length
  }
  const late = Date.now() + 5000
  while (count() < wanted && Date.now() < late) await page.waitForTimeout(10)
  const quiet = isRecording ? 500 : 50
  for (let before = -1; before !== recorder.requests.length || recorder.open() > 0;) {
    before = recorder.requests.length
    await page.waitForTimeout(quiet)
  }
}

/** A preflight is the browser's own. */
function isAction({ method, path }: Recorded): boolean {
  return method !== 'OPTIONS' && path.includes('/api/')
}

const WRITES = /\/datastore_(create|upsert|delete)$/

function inOrder(sent: readonly Sent[]): Sent[] {
  const [writes, reads] = [sent.filter(({ path }) => WRITES.test(path)), sent.filter(({ path }) => !WRITES.test(path))]
  return [...writes, ...reads.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))]
}

/** What Chromium itself adds to a request of a page. */
const BROWSER_HEADERS =
  /^(host|connection|content-length|user-agent|accept|accept-encoding|accept-language|origin|referer|cache-control|pragma|priority|sec-.*)$/

function sentOf({ method, path, headers, body }: Recorded): Sent {
  const own = headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !BROWSER_HEADERS.test(name))
  return { method, path, headers: Object.fromEntries(own.toSorted(([a], [b]) => (a < b ? -1 : 1))), body }
}

/** Ids that differ each time are replaced by the order in which they appear. */
function withPlainIds(steps: readonly Step[]): readonly Step[] {
  const ids = [...new Set(JSON.stringify(steps).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g))]
  const made = ids.filter((id) => id !== FIELD_PROGRAMMES && id !== BIRD_STRIKES)
  const text = made.reduce((all, id, at) => all.replaceAll(id, `{new id ${at + 1}}`), JSON.stringify(steps))
  const plain: readonly Step[] = JSON.parse(text)
  return plain
}
