import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { JUDGED_TABLES, judgeByCkan, judgeHere, type JudgedStatement } from '../../../e2e/support/judgeStatements.ts'
import { parseSql } from '../../parser/parseSql.ts'
import type { Dialect } from '../dialect.ts'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { statementsOf } from '../statements.ts'
import { tokensOf } from '../tokens.ts'
import { createHeldCatalogue } from '../worker/heldCatalogue.ts'
import { diagnose } from './diagnose.ts'
import { applyEdits } from '../textEdit.ts'
import { unitsOfCodePoints } from './parsedStatement.ts'

const FILE = join(import.meta.dirname, '../../../e2e/recorded/judgedStatements.json')
/** The statements that CKAN refused, mended by the fixes that are offered for them, and what it says then. */
const FIXES = join(import.meta.dirname, '../../../e2e/recorded/judgedFixes.json')
const corpus: readonly JudgedStatement[] = JSON.parse(readFileSync(FILE, 'utf8'))

// `RECORD=1 npx vitest run --project=node src/sql/diagnostics/corpus -t recorded` asks PostgreSQL and our service again, and with
// ROWAN_CKAN_SITE=site.json CKAN, too.
const site = process.env['ROWAN_CKAN_SITE']
if (process.env['RECORD'] === '1') {
  test('recorded', async () => {
    const statements = corpus.map(({ sql }) => sql)
    const here = await judgeHere(statements)
    const ckan =
      site === undefined
        ? corpus.map((each) => each.ckan)
        : await judgeByCkan(JSON.parse(readFileSync(site, 'utf8')), statements)
    const judged = statements.map((sql, at) => JSON.stringify({ sql, ...here[at], ckan: ckan[at] }))
    writeFileSync(FILE, `[\n${judged.join(',\n')}\n]\n`)
    if (site === undefined) return
    const mended = await mendedFor('ckan')
    const said = await judgeByCkan(JSON.parse(readFileSync(site, 'utf8')), mended)
    const fixes = mended.map((sql, at) => JSON.stringify({ sql, ckan: said[at] }))
    writeFileSync(FIXES, `[\n${fixes.join(',\n')}\n]\n`)
  })
}

function catalogueOf(dialect: Dialect) {
  const held = createHeldCatalogue(functionsOf(lines))
  const tables = JUDGED_TABLES.map(({ id, alias }) => ({
    id,
    title: alias,
    dataset: null,
    aliases: [alias],
    takesNames: false,
  }))
  held.tell({ kind: 'tables', tables, dialect })
  for (const { id, fields } of JUDGED_TABLES) {
    const all = [['_id', 'int4'], ...fields].map(([name = '', type = '']) => ({ id: name, type, label: null }))
    held.tell({ kind: 'fields', table: id, fields: all, rows: 1 })
  }
  const names = ['no_such_table', 'corpus_treez', 'Corpus_Trees', 'corpus_tres', 'b', 'a']
  for (const table of names) held.tell({ kind: 'fields', table, fields: null, rows: null })
  return held.index()
}

const INDEXES = { any: catalogueOf('any'), rowan: catalogueOf('rowan'), ckan: catalogueOf('ckan') }

async function errorsIn(sql: string, dialect: Dialect) {
  const judging = { index: INDEXES[dialect], dialect, parse: parseSql, cap: 32_000, before: new Map() }
  const { found } = await diagnose(sql, null, judging)
  return found.filter(({ severity }) => severity === 'error')
}

/** What becomes of statements with errors when the first fix of each is taken, as far as then none is left. */
async function mendedFor(dialect: Dialect): Promise<readonly string[]> {
  const mended = new Set<string>()
  for (const { sql } of corpus) {
    let text = sql
    for (let step = 0; step < 6; step += 1) {
      const errors = await errorsIn(text, dialect)
      const edits = errors.find(({ fixes }) => fixes.length > 0)?.fixes[0]?.edits
      if (errors.length === 0 && text !== sql) mended.add(text)
      if (edits === undefined) break
      text = applyEdits(text, edits)
    }
  }
  return [...mended]
}

const runs = (postgres: string) => postgres === 'ok'

test('no false alarm: what runs has no error', async () => {
  const alarms: unknown[] = []
  for (const { sql, postgres, rowan, ckan } of corpus) {
    const verdicts = { any: runs(postgres), rowan: rowan === 'ok' && runs(postgres), ckan: ckan === 'ok' } as const
    for (const dialect of ['any', 'rowan', 'ckan'] as const) {
      if (!verdicts[dialect]) continue
      const errors = await errorsIn(sql, dialect)
      // To a server that reads statements nothing else is sent.
      const isRead = !errors.every(({ problem }) => problem.code === 'notSelect' || problem.code === 'onlyReads')
      if (errors.length > 0 && (isRead || dialect !== 'any'))
        alarms.push([dialect, sql, errors.map(({ problem }) => problem)])
    }
  }
  expect(alarms).toEqual([])
})

test('each syntax error of PostgreSQL is found within one token', async () => {
  const missed: unknown[] = []
  for (const { sql, postgres } of corpus) {
    const [state, position] = postgres.split(' ')
    const [statement, ...others] = statementsOf(sql)
    if (state !== '42601' || position === undefined || statement === undefined || others.length > 0) continue
    const errors = await errorsIn(sql, 'any')
    const place = unitsOfCodePoints(sql, Number(position) - 1)
    const tokens = tokensOf(sql)
    const at = tokens.findIndex(({ end }) => end > place)
    const near = tokens.slice(Math.max(0, (at < 0 ? tokens.length : at) - 1), at < 0 ? undefined : at + 2)
    const isFound = errors.some(({ start, end }) => near.some((token) => start < token.end && end > token.start))
    if (!isFound) missed.push([sql, postgres, errors])
  }
  expect(missed).toEqual([])
})

test('what CKAN refuses by rules of its own is named', async () => {
  const unnamed: unknown[] = []
  for (const { sql, postgres, ckan } of corpus) {
    // A 500 it answers also where it fails at the values of a result.
    const isOwnRule = /^403|not a single/.test(ckan) && runs(postgres)
    if (!isOwnRule) continue
    if ((await errorsIn(sql, 'ckan')).length === 0) unnamed.push([sql, ckan])
  }
  expect(unnamed).toEqual([])
})

test('what our service refuses for a function is named', async () => {
  const unnamed: unknown[] = []
  for (const { sql, postgres, rowan } of corpus) {
    if (!/to call function \w+"/.test(rowan) || !runs(postgres)) continue
    if ((await errorsIn(sql, 'rowan')).length === 0) unnamed.push([sql, rowan])
  }
  expect(unnamed).toEqual([])
})

test('what was mended by fixes runs', async () => {
  const mended = await mendedFor('any')
  const said = await judgeHere(mended)
  expect(mended.length).toBeGreaterThan(15)
  expect(mended.filter((_, at) => said[at]?.postgres !== 'ok')).toEqual([])
  const recorded: readonly Pick<JudgedStatement, 'sql' | 'ckan'>[] = JSON.parse(readFileSync(FIXES, 'utf8'))
  const onCkan = new Map(recorded.map(({ sql, ckan }) => [sql, ckan]))
  expect((await mendedFor('ckan')).filter((sql) => onCkan.get(sql) !== 'ok')).toEqual([])
})

test('what runs, runs also with a fix for its warnings', async () => {
  const mended: string[] = []
  for (const { sql, postgres } of corpus) {
    const judging = { index: INDEXES.any, dialect: 'any', parse: parseSql, cap: 0, before: new Map() } as const
    if (!runs(postgres)) continue
    const { found } = await diagnose(sql, null, judging)
    const warnings = found.filter(({ severity }) => severity === 'warning')
    mended.push(...warnings.flatMap(({ fixes }) => fixes.map(({ edits }) => applyEdits(sql, edits))))
  }
  const said = await judgeHere(mended)
  expect(mended.length).toBeGreaterThan(5)
  expect(mended.filter((_, at) => said[at]?.postgres !== 'ok')).toEqual([])
})
