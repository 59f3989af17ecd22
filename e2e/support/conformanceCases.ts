import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Placement } from '../../src/service/catalog/placement.ts'
import { ensureReaderRole } from '../../src/service/engines/readerRole.ts'
import { createHttpServer } from '../../src/service/http/httpServer.ts'
import { createService } from '../../src/service/service.ts'
import type { TestDatabase } from './testDatabases.ts'

/** The parts of the cases' own runner that are used here; it is plain JavaScript, copied and never edited. */
interface Runner {
  loadCases(paths: readonly string[]): readonly Case[]
  parseArgs(argv: readonly string[]): Settings
  capabilities(settings: Settings): ReadonlySet<string>
  skipReason(item: Case, settings: Settings, capabilities: ReadonlySet<string>): string | null
  makeResources(settings: Settings): object
  runCase(item: Case, settings: Settings, resources: object): Promise<readonly object[]>
}
interface Case {
  readonly id: string
  readonly title: string
}
interface Settings {
  readonly baseUrl: string
}

const TOKEN = 'conformance-token'

/** Cases that do not pass yet, by their ids. One that starts to pass fails here, so that the list can only shrink. */
const OPEN: ReadonlySet<string> = new Set<string>([])

const folder = new URL('../conformance/', import.meta.url)
const runner: Runner = await import(/* @vite-ignore */ new URL('run.mjs', folder).href)
const settingsFor = (baseUrl: string): Settings => runner.parseArgs(['--base-url', baseUrl, '--token', TOKEN, 'cases'])
const usual = settingsFor('http://127.0.0.1')
const cases = runner
  .loadCases([new URL('cases', folder).pathname])
  .filter((item) => runner.skipReason(item, usual, runner.capabilities(usual)) === null)

/** Makes a test of each conformance case, on a database of its own, whose tables are placed if `placement` says how. */
export function testConformance(open: () => Promise<TestDatabase>, placement?: Placement): void {
  let opened: TestDatabase
  let server: ReturnType<typeof createHttpServer>
  let settings: Settings
  let resources: object

  beforeAll(async () => {
    opened = await open()
    const { database, engine } = opened
    const readerRole = engine === 'PostgreSQL' ? ((await ensureReaderRole(database)) ?? undefined) : undefined
    const handler = await createService(database, {
      access: (token) => ({ read: true, write: token === TOKEN }),
      cors: '*',
      readerRole,
      placement,
    })
    server = createHttpServer({
      handler,
      onFailure: () => new Response(null, { status: 500 }),
      answersTo: () => true,
      maxBodyBytes: () => 2 ** 20,
      onRefusedBody: () => new Response(null, { status: 413 }),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    settings = settingsFor(`http://127.0.0.1:${address.port}`)
    resources = runner.makeResources(settings)
  })

  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await opened.drop()
  })

  test.each(cases.map((item) => [item.id, item] as const))('%s', async (id, item) => {
    const failures = await runner.runCase(item, settings, resources)
    if (OPEN.has(id)) expect(failures, `${id} passes now: take it off the list of open cases`).not.toEqual([])
    else expect(failures).toEqual([])
  })
}
