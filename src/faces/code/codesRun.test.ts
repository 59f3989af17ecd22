import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ODD_FIELDS, oddQueries, ODD_TOKEN, startOddService } from '../../../e2e/support/oddService.ts'
import { DEFAULT_PREFIX } from '../../protocol/actions.ts'
import { wholeTable, type Query } from '../../query/query.ts'
import { callOf, SAME_AGAIN } from '../call.ts'
import type { Code } from './code.ts'
import { curl } from './curl.ts'
import { javascript } from './javascript.ts'
import { powerQuery } from './powerQuery.ts'
import { powershell } from './powershell.ts'
import { pythonCkanapi } from './pythonCkanapi.ts'
import { pythonRequests } from './pythonRequests.ts'
import { r } from './r.ts'

/** A Python that has the packages; `ROWAN_PYTHON` names another than the usual one. */
const PYTHON = process.env['ROWAN_PYTHON'] ?? 'python3'
const has = (program: string, ...parameters: readonly string[]) => spawnSync(program, parameters).status === 0
const hasShell = has('curl', '--version') && has('jq', '--version')

/** So many programs of each language. */
const PROGRAMS = 60

let service: Awaited<ReturnType<typeof startOddService>>
let folder: string
let asked: readonly { readonly query: Query; readonly rows: readonly (readonly unknown[])[] }[]

beforeAll(async () => {
  service = await startOddService()
  folder = await mkdtemp(join(tmpdir(), 'rowan-codes-'))
  const queries = fc.sample(oddQueries, { numRuns: PROGRAMS, seed: 7 })
  asked = await Promise.all(
    queries.map(async (body) => {
      const query = { ...body, resource: service.resource }
      return { query, rows: await service.screen(query) }
    }),
  )
  expect(asked.filter(({ rows }) => rows.length > 4).length).toBeGreaterThan(PROGRAMS / 8)
  expect(new Set(asked.map(({ query }) => service.wayFor(query)))).toEqual(new Set(['filters', 'ranges', 'sql']))
})

afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

function program(code: Code, query: Query): string {
  const way = service.wayFor(query)
  expect(way).not.toBeNull()
  return code.write({
    baseUrl: service.origin,
    prefix: DEFAULT_PREFIX,
    tokenHeader: 'Authorization',
    call: callOf(query, ODD_FIELDS, way ?? 'sql'),
    limit: query.limit,
    columns: columnsOf(query),
  })
}

function columnsOf({ columns }: Query): readonly string[] {
  return columns ?? ODD_FIELDS.map(({ id }) => id)
}

const environment = { ...process.env, CKAN_TOKEN: ODD_TOKEN, PYTHONIOENCODING: 'utf-8' }
const run = (name: string, parameters: readonly string[], cwd = folder) =>
  promisify(execFile)(name, parameters, { cwd, env: environment, maxBuffer: 1e8 })

/** What every program got, as the columns of the query in their order, beside what the page shows. */
function compare(found: readonly (readonly Readonly<Record<string, unknown>>[])[]): void {
  expect(found.length).toBeGreaterThanOrEqual(PROGRAMS / 3)
  for (const [at, { query, rows }] of asked.slice(0, found.length).entries()) {
    const columns = columnsOf(query)
    const got = (found[at] ?? []).map((record) => columns.map((column) => record[column]))
    // Best matches first has ties in no order: all of them come in the order of the table.
    const isRanked = query.search !== '' && query.sort.length === 0
    const [some, others] = isRanked ? [inOrder(got), inOrder(rows)] : [got, rows]
    expect(some, `query ${at}: ${JSON.stringify(query)}`).toEqual(others)
  }
}

function inOrder(rows: readonly (readonly unknown[])[]) {
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

describe('programs run against the service and get the rows that the page shows', () => {
  test('JavaScript', async () => {
    await Promise.all(asked.map(({ query }, at) => writeFile(join(folder, `${at}.mjs`), program(javascript, query))))
    const all = `const found = []
console.log = (records) => found.push(records)
for (let at = 0; at < ${asked.length}; at += 1) await import(\`./\${at}.mjs\`)
process.stdout.write(JSON.stringify(found))`
    await writeFile(join(folder, 'all.mjs'), all)
    const { stdout } = await run(process.execPath, ['all.mjs'])
    compare(JSON.parse(stdout))
  })

  test.runIf(hasShell)('curl, with jq', async () => {
    const found = []
    // Each is several processes, so not all of them.
    for (const [at, { query }] of asked.slice(0, PROGRAMS / 3).entries()) {
      const place = join(folder, `curl-${at}`)
      await mkdir(place)
      await run('sh', ['-c', program(curl, query)], place)
      const names = (await readdir(place)).toSorted((a, b) => numberIn(a) - numberIn(b))
      const pages = await Promise.all(names.map((name) => readFile(join(place, name), 'utf8')))
      found.push(pages.flatMap((page) => JSON.parse(page).result.records))
    }
    compare(found)
  })

  test.runIf(has(PYTHON, '-c', 'import requests'))('Python with requests', () => runPython(pythonRequests))

  test.runIf(has('Rscript', '-e', 'library(httr2); library(jsonlite); library(vctrs)'))(
    'R with httr2 and jsonlite',
    async () => {
      await Promise.all(asked.map(({ query }, at) => writeFile(join(folder, `${at}.R`), program(r, query), 'utf8')))
      const all = `found <- list()
for (at in 0:${asked.length - 1}) {
  names <- new.env()
  source(paste0(at, ".R"), local = names, encoding = "UTF-8")
  found[[at + 1]] <- if (is.null(names$records)) list() else names$records
}
cat(jsonlite::toJSON(found, dataframe = "rows", na = "null", null = "null", digits = NA, auto_unbox = TRUE))`
      await writeFile(join(folder, 'all.R'), all)
      const { stdout } = await run('Rscript', ['all.R'])
      compare(JSON.parse(stdout))
    },
  )

  test.runIf(has(PYTHON, '-c', 'import ckanapi'))('Python with ckanapi', () => runPython(pythonCkanapi))
})

describe('a server that ignores offset ends a program with an error', () => {
  const records = [1, 2].map((at) => ({ _id: at, kind: 'a' }))
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, result: { records, total: 5 } }))
  })
  const write = (code: Code, columns: readonly string[]) => {
    const address = server.address()
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const call = callOf({ ...wholeTable('t'), columns }, [], 'filters')
    return code.write({ baseUrl, prefix: DEFAULT_PREFIX, tokenHeader: null, call, limit: null, columns })
  }
  beforeAll(() => new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening)))
  afterAll(() => new Promise<void>((closed) => void server.close(() => closed())))

  for (const columns of [['_id', 'kind'], ['kind']]) {
    const fails = async (name: string, parameters: readonly string[]) => {
      const ended = promisify(execFile)(name, parameters, { cwd: folder, timeout: 20_000 })
      await expect(ended).rejects.toMatchObject({ stderr: expect.stringContaining(SAME_AGAIN), killed: false })
    }
    test(`JavaScript, of ${columns.join()}`, async () => {
      await writeFile(join(folder, 'repeats.mjs'), write(javascript, columns))
      await fails(process.execPath, ['repeats.mjs'])
    })
    test.runIf(hasShell)(`curl, with jq, of ${columns.join()}`, () => fails('sh', ['-c', write(curl, columns)]))
    for (const code of [pythonRequests, pythonCkanapi])
      test.runIf(has(PYTHON, '-c', code.id === 'pythonRequests' ? 'import requests' : 'import ckanapi'))(
        `${code.id}, of ${columns.join()}`,
        () => fails(PYTHON, ['-c', write(code, columns)]),
      )
  }

  test.each([r, powershell, powerQuery])('$id says so', (code) => {
    for (const columns of [['_id', 'kind'], ['kind']]) expect(write(code, columns)).toContain(SAME_AGAIN)
  })
})

describe('programs that are not run here', () => {
  test.runIf(has('pwsh', '-Version'))('PowerShell finds no mistake', async () => {
    await Promise.all(asked.map(({ query }, at) => writeFile(join(folder, `${at}.ps1`), program(powershell, query))))
    const all = `0..${asked.length - 1} | ForEach-Object { $errors = $null
[void][System.Management.Automation.Language.Parser]::ParseFile("$PWD/$_.ps1", [ref]$null, [ref]$errors); $errors }`
    const { stdout } = await run('pwsh', ['-NoProfile', '-Command', all])
    expect(stdout).toBe('')
  })

  test('PowerShell and Power Query hold the same request as the other languages', () => {
    for (const { query } of asked) {
      const way = service.wayFor(query) ?? 'sql'
      const call = callOf(query, ODD_FIELDS, way)
      const wanted: unknown = call.action === 'datastore_search' ? call.params : { sql: call.sql }
      const said = powershellRequest(program(powershell, query))
      expect(said).toEqual(wanted)
      expect(powerQueryRequest(program(powerQuery, query))).toEqual(
        call.action === 'datastore_search'
          ? { ...call.params, limit: 1, offset: 2 }
          : { sql: `${call.sql}\nLIMIT 1 OFFSET 2` },
      )
    }
  })
})

/** What stands in the program's literal, read by the rules of PowerShell. */
function powershellRequest(text: string): unknown {
  const lines = /^\$params = @'\n(.*?)\n'@$/ms.exec(text)?.[1]
  if (lines !== undefined) return JSON.parse(`{${lines}}`)
  const sql = /^\$sql = '((?:[^'‘’‚‛]|(['‘’‚‛])\2)*)'$/m.exec(text)?.[1]
  return { sql: sql?.replaceAll(/(['‘’‚‛])\1/g, '$1') }
}

/** The body that the program puts together, read by the rules of Power Query, for one record after two. */
function powerQueryRequest(text: string): unknown {
  const body = /^ *Body = ([^\n]*),\n/m.exec(text)?.[1] ?? ''
  const pieces = body.match(/"(?:[^"]|"")*"(?= & |$)|Text\.From\(\w+, "en-US"\)/g) ?? []
  const plain = pieces.map((piece) => {
    if (piece.startsWith('Text.From(')) return piece.includes('Size') ? '1' : '2'
    return piece.slice(1, -1).replaceAll('""', '"').replaceAll('#(#)', '#')
  })
  return JSON.parse(plain.join(''))
}

async function runPython(code: Code): Promise<void> {
  await Promise.all(
    asked.map(({ query }, at) => writeFile(join(folder, `${code.id}-${at}.py`), program(code, query), 'utf8')),
  )
  const all = `import contextlib, io, json
found = []
for at in range(${asked.length}):
    names = {}
    with open(f"${code.id}-{at}.py", encoding="utf-8", newline="") as file, contextlib.redirect_stdout(io.StringIO()):
        exec(compile(file.read(), file.name, "exec"), names)
    found.append(names["records"])
print(json.dumps(found, default=float))`
  await writeFile(join(folder, `${code.id}.py`), all)
  const { stdout } = await run(PYTHON, [`${code.id}.py`])
  compare(JSON.parse(stdout))
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0])
}
