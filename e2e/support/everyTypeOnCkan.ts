import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { NetworkError } from '../../src/instances/transport/networkError.ts'
import type { Handler } from '../../src/protocol/handler.ts'
import { forcedClient, type EveryType } from './everyType.ts'
import { everyTypeTable } from './everyTypeTable.ts'

/** CKAN up to 2.11 has no ranges. */
const CKAN_WAYS = ['filters', 'sql'] as const

/** CKAN can't make a column whose name holds a colon after a blank. */
const LACKS: ReadonlySet<string> = new Set(['at :m?'])

/** A CKAN that runs somewhere, as `ROWAN_CKAN` lists them in JSON. */
interface RunningCkan {
  /** `ckan-2.11.6`, which names its recording, too. */
  readonly name: string
  readonly url: string
  /** Of a user who may write into `package`. */
  readonly token: string
  readonly package: string
  /** Its DataStore's database. */
  readonly database: string
}

/** The CKANs to test against; none if the variable is not set. */
export const runningCkans: readonly RunningCkan[] = JSON.parse(process.env['ROWAN_CKAN'] ?? '[]')

/** The table on a CKAN. With `RECORD=1` its answers are kept, for `recordedCkan`. */
export async function openCkan(ckan: RunningCkan): Promise<EveryType> {
  const act = async (action: string, params: object) => {
    // A kept connection may be closed by CKAN's server in the very moment in which it is used again.
    const made = await fetch(`${ckan.url}/api/3/action/${action}`, {
      method: 'POST',
      headers: { authorization: ckan.token, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(params),
    })
    if (!made.ok) throw new Error(await made.text())
    return made.json()
  }
  const made = { resource: { package_id: ckan.package }, force: true, ...everyTypeTable(LACKS) }
  const { result } = await act('datastore_create', made)
  const resource = String(result.resource_id)
  const database = new Client({ connectionString: ckan.database, types: { getTypeParser: () => String } })
  await database.connect()
  const table = `(select ${await columnsOf(database, resource)} from "${resource}") as "every type"`
  const recording = new Map<string, Recorded>()
  const handler: Handler = async (request) => {
    const key = await keyOf(request, resource)
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' ? null : await request.text()
    const contentType = request.headers.get('content-type')
    const response = await fetch(`${ckan.url}${pathname}${search}`, {
      method: request.method,
      body,
      ...(contentType === null ? {} : { headers: { 'content-type': contentType } }),
    })
    const text = await response.text()
    const kind = response.headers.get('content-type') ?? ''
    recording.set(key, [response.status, kind, text.replaceAll(resource, RESOURCE)])
    return new Response(text, { status: response.status, headers: { 'content-type': kind } })
  }
  return {
    ...tableOn(handler, ckan.name, resource),
    rowsOf: async (statement) => {
      const { rows } = await database.query({ text: statement.replaceAll('TABLE', table), rowMode: 'array' })
      return rows
    },
    async drop() {
      await database.end()
      await act('datastore_delete', { resource_id: resource, force: true })
      await act('resource_delete', { id: resource })
      if (process.env['RECORD'] === '1')
        writeFileSync(recordingOf(ckan.name), gzipSync(JSON.stringify([...recording]), { level: 9 }))
    },
  }
}

/** All columns in SQL, JSON itself where CKAN keeps it as one half of a pair. */
async function columnsOf(database: Client, resource: string): Promise<string> {
  const text = 'select attname, atttypid::regtype::text from pg_attribute where attrelid = $1::regclass and attnum > 0'
  const { rows } = await database.query<string[]>({ text, values: [`"${resource}"`], rowMode: 'array' })
  return rows
    .map(([name = '', type]) => {
      const quoted = `"${name.replaceAll('"', '""')}"`
      return type === 'nested' ? `(${quoted}).json::json as ${quoted}` : quoted
    })
    .join(', ')
}

/** A request that a recorded CKAN was not sent while it was recorded; nobody need try it again. */
export class NeverAskedError extends NetworkError {
  constructor(name: string, key: string) {
    super({ code: 'ownServerSilent', host: name }, { mayPass: false, cause: `${name} was never asked ${key}` })
  }
}

/** The table on a CKAN that was recorded: what was not asked then can't be asked. `rowsOf` is another server's. */
export function recordedCkan(name: string, rowsOf: EveryType['rowsOf']): EveryType {
  const entries: readonly (readonly [string, Recorded])[] = JSON.parse(
    gunzipSync(readFileSync(recordingOf(name))).toString(),
  )
  const recording = new Map(entries)
  const handler: Handler = async (request) => {
    const key = await keyOf(request, RESOURCE)
    const recorded = recording.get(key)
    if (recorded === undefined) throw new NeverAskedError(name, key)
    const [status, kind, text] = recorded
    return new Response(text, { status, headers: { 'content-type': kind } })
  }
  return { ...tableOn(handler, `recorded.${name}`, RESOURCE), rowsOf, drop: () => Promise.resolve() }
}

/** Status, content type and body. */
type Recorded = readonly [status: number, kind: string, text: string]

/** What stands for the id of the table, which is another one at each recording. */
const RESOURCE = '00000000-0000-4000-8000-00000000e7e1'

function recordingOf(name: string): string {
  return new URL(`../recorded/${name}.json.gz`, import.meta.url).pathname
}

function tableOn(handler: Handler, name: string, resource: string) {
  return {
    resource,
    ways: CKAN_WAYS,
    lacks: LACKS,
    client: (way: EveryType['ways'][number]) => forcedClient(handler, `http://${name}.${way}`, way, false),
    pagingClient: () => null,
  }
}

/** A request without the address of the server and the id of the table. */
async function keyOf(request: Request, resource: string): Promise<string> {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? '' : await request.clone().text()
  return `${request.method} ${pathname}${search} ${body}`.replaceAll(resource, RESOURCE)
}
