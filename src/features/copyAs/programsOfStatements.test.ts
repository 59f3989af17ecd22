import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listening } from '../../../e2e/support/listening.ts'
import { sqlHandler } from '../../../e2e/support/sqlHandler.ts'
import { thisBrowser } from '../../instances/instance.ts'
import { faceText, type FaceId } from './faces.ts'
import { steadyStatement } from './steadyStatement.ts'

const PYTHON = process.env['ROWAN_PYTHON'] ?? 'python3'
const has = (program: string, ...parameters: readonly string[]) => spawnSync(program, parameters).status === 0

const CAP = 300
const TIES = 'SELECT month, n FROM big ORDER BY month'
const CHANCE = 'SELECT random() AS r, n FROM big'
const CUT = 'The server cut the answer: ask for fewer rows with LIMIT.'

let database: Awaited<ReturnType<typeof sqlHandler>>
let server: Awaited<ReturnType<typeof listening>>
let folder: string

beforeAll(async () => {
  const setup = `CREATE TABLE big AS SELECT n, 'month ' || n % 10 AS month FROM generate_series(0, 999) AS n`
  database = await sqlHandler(setup, CAP)
  folder = await mkdtemp(join(tmpdir(), 'rowan-programs-'))
  server = await listening(
    createServer((incoming, outgoing) => {
      void (async () => {
        const request = new Request('http://s', { method: 'POST', body: await text(incoming) })
        const answer = await database.handler(request)
        // Between two requests of a program, others write the table anew, so that ties come in another order.
        await database.database.exec('UPDATE big SET n = n WHERE n % 2 = 0')
        outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })()
    }),
  )
})
afterAll(async () => {
  await server.stop()
  await database.database.close()
  await rm(folder, { recursive: true })
})

async function program(id: FaceId, sql: string): Promise<string> {
  const from = { instance: { ...thisBrowser, baseUrl: server.origin }, hasToken: false }
  const steady = await steadyStatement(sql, ['month', 'n']).catch(() => null)
  const copied = { kind: 'statement', sql: () => sql, columns: [] } as const
  return faceText(id, copied, [], from, steady) ?? ''
}

const run = (name: string, parameters: readonly string[]) =>
  promisify(execFile)(name, parameters, { cwd: folder, maxBuffer: 1e8 })

/** How each language is run, and what it then has as records. */
const LANGUAGES: readonly {
  readonly id: FaceId
  readonly isHere: boolean
  readonly records: (written: string) => Promise<readonly unknown[]>
}[] = [
  {
    id: 'javascript',
    isHere: true,
    async records(written) {
      const printing = 'console.log = (records) => process.stdout.write(JSON.stringify(records))\n'
      await writeFile(join(folder, 'program.mjs'), printing + written)
      return JSON.parse((await run(process.execPath, ['program.mjs'])).stdout)
    },
  },
  {
    id: 'pythonRequests',
    isHere: has(PYTHON, '-c', 'import requests'),
    async records(written) {
      await writeFile(
        join(folder, 'program.py'),
        `${written}\nimport json\nprint(json.dumps(records, default=float))\n`,
      )
      return JSON.parse((await run(PYTHON, ['program.py'])).stdout.trim().split('\n').at(-1) ?? '')
    },
  },
  {
    id: 'curl',
    isHere: has('curl', '--version') && has('jq', '--version'),
    async records(written) {
      await run('sh', ['-c', `rm -f page-*.json\n${written}`])
      const names = (await readdir(folder)).filter((name) => name.startsWith('page-'))
      const pages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      return pages.flatMap((page) => JSON.parse(page).result.records)
    },
  },
]

for (const { id, isHere, records } of LANGUAGES) {
  test.runIf(isHere)(`${id}: every record of a statement with ties comes once`, async () => {
    const found = await records(await program(id, TIES))
    expect([found.length, new Set(found.map((row) => JSON.stringify(row))).size]).toEqual([1000, 1000])
  })

  test.runIf(isHere)(`${id}: a statement of chance is asked for once, and a cut answer is no result`, async () => {
    database.asked.length = 0
    expect(await records(await program(id, `${CHANCE} LIMIT 200`))).toHaveLength(200)
    expect(database.asked).toEqual([`${CHANCE} LIMIT 200`])
    await expect(program(id, CHANCE).then(records)).rejects.toThrow(CUT)
  })
}

test('programs that are not run here ask as often', async () => {
  for (const id of ['pythonCkanapi', 'r', 'powershell', 'powerQuery'] as const) {
    const [paged, once] = [await program(id, TIES), await program(id, CHANCE)]
    expect(paged).toMatch(/ORDER BY [\\"]+month[\\"]+, \(answer\.\*\)::text/)
    expect(once).toContain(CUT)
    expect(once).not.toMatch(/OFFSET|AS answer/)
  }
})
