import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Handler } from '../../src/protocol/handler.ts'
import { errorTables } from './sqlErrors.ts'

/** What a CKAN answered to a statement: its status, and its body without the address of its help. */
type Recorded = readonly [status: number, body: string]

const FILE = new URL('../recorded/ckan-2.11.6-sql-errors.json.gz', import.meta.url)

/**
 * CKAN's answers to statements: as they were recorded, or, where `ROWAN_CKAN_SITE` names the file that describes a site, from
 * it, and recorded again when `done` is called. Statements for the one with SQL off begin with the comment `off`.
 */
export async function openErrorsOnCkan(): Promise<{ readonly handler: Handler; readonly done: () => Promise<void> }> {
  const path = process.env['ROWAN_CKAN_SITE']
  if (path !== undefined) return askingCkan(JSON.parse(readFileSync(path, 'utf8')))
  const recorded = new Map<string, Recorded>(JSON.parse(gunzipSync(readFileSync(FILE)).toString()))
  return {
    handler: async (request) => {
      const sql = await statementOf(request)
      const [status, body] = recorded.get(sql) ?? [
        404,
        JSON.stringify({ success: false, error: { message: `CKAN was never asked ${sql}` } }),
      ]
      return new Response(body, { status, headers: { 'content-type': 'application/json' } })
    },
    done: () => Promise.resolve(),
  }
}

interface Site {
  readonly bases: { readonly sql: string; readonly nosql: string }
  readonly tokens: { readonly editor: string }
  readonly datasets: Readonly<Record<string, string>>
}

function post(base: string, action: string, params: object, token: string | null): Promise<Response> {
  return fetch(`${base}/api/3/action/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: token }) },
    body: JSON.stringify(params),
  })
}

async function askingCkan({ bases, tokens, datasets }: Site) {
  const recording = new Map<string, Recorded>()
  const act = async (action: string, params: object) => {
    const answer = await post(bases.sql, action, params, tokens.editor)
    if (!answer.ok) throw new Error(await answer.text())
  }
  for (const { title, ...table } of errorTables) {
    const resource = {
      id: table.resource_id,
      package_id: datasets['river-and-harbour'],
      name: title,
      url: 'http://rowan.example/',
    }
    await act('resource_create', resource)
    await act('datastore_create', { ...table, force: true })
  }
  const handler: Handler = async (request) => {
    const sql = await statementOf(request)
    const answer = await post(
      sql.startsWith('/* off */') ? bases.nosql : bases.sql,
      'datastore_search_sql',
      { sql },
      null,
    )
    const body = (await answer.text()).replace(/"help": "[^"]*", /, '')
    recording.set(sql, [answer.status, body])
    return new Response(body, { status: answer.status, headers: { 'content-type': 'application/json' } })
  }
  const done = async () => {
    for (const { resource_id: id } of errorTables) {
      await act('datastore_delete', { resource_id: id, force: true })
      await act('resource_delete', { id })
    }
    writeFileSync(FILE, gzipSync(JSON.stringify([...recording]), { level: 9 }))
  }
  return { handler, done }
}

async function statementOf(request: Request): Promise<string> {
  const asked = new URL(request.url).searchParams.get('sql')
  if (asked !== null) return asked
  const { sql } = await request.json()
  return String(sql)
}
