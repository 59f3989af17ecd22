import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { emptyPglite } from './emptyPglite.ts'
import { EXPLAINED, recordPlan, TABLES, type RecordedPlan, type RecordedPlans } from './explainedStatements.ts'
import { openPostgres } from './testDatabases.ts'

const FILE = new URL('../recorded/plans.json.gz', import.meta.url).pathname

/** The plans that PostgreSQL 15 and PGlite gave when they were recorded. */
export function recordedPlans(): RecordedPlans {
  const plans: RecordedPlans = JSON.parse(gunzipSync(readFileSync(FILE)).toString())
  return plans
}

/** Asks both engines for all plans, and keeps what they answer. */
export async function recordPlans(url: string): Promise<void> {
  const plans: RecordedPlans = { postgres15: await ofPostgres(url), pglite18: await ofPglite() }
  writeFileSync(FILE, gzipSync(JSON.stringify(plans), { level: 9 }))
}

type Ask = (sql: string) => Promise<readonly string[]>

async function ofPostgres(url: string) {
  const opened = await openPostgres(url)
  const client = new Client({ connectionString: opened.url })
  await client.connect()
  // JSON stays the text that PostgreSQL wrote.
  const types = { getTypeParser: () => String }
  try {
    return await allPlans(async (text) => {
      const { rows } = await client.query<string[]>({ text, rowMode: 'array', types })
      return rows.map(([line]) => line ?? '')
    })
  } finally {
    await client.end()
    await opened.drop()
  }
}

async function ofPglite() {
  const db = await emptyPglite()
  try {
    return await allPlans(async (text) => {
      const { rows } = await db.query<string[]>(text, [], { rowMode: 'array', parsers: { [JSON_OID]: String } })
      return rows.map(([line]) => line ?? '')
    })
  } finally {
    await db.close()
  }
}

const JSON_OID = 114

async function allPlans(ask: Ask): Promise<Readonly<Record<string, RecordedPlan>>> {
  const plans: Record<string, RecordedPlan> = {}
  for (const text of TABLES) await ask(text)
  for (const [name, explained] of Object.entries(EXPLAINED)) plans[name] = await recordPlan(ask, explained)
  return plans
}
