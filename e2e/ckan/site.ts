import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Client } from 'pg'
import * as v from 'valibot'
import { parseCsv } from '../csv.ts'

const Texts = v.record(v.string(), v.string())

const Site = v.object({
  bases: v.object({ sql: v.string(), nosql: v.string() }),
  tokens: v.object({ editor: v.string() }),
  datasets: Texts,
  resources: Texts,
  database: v.optional(v.string(), 'postgres://postgres@127.0.0.1:5432/rowan_ckan_datastore'),
})

/** The CKAN that is driven. */
export const site = v.parse(Site, JSON.parse(readFileSync(process.env['ROWAN_CKAN_SITE'] ?? '', 'utf8')))

/** The id of a table by its name. */
export function tableOf(name: string): string {
  const id = site.resources[name]
  if (id === undefined) throw new Error(`The site has no table ${name}`)
  return id
}

/** Rows as PostgreSQL's texts, of a statement in which `TABLE` stands for that table. */
export async function truth(table: string, statement: string): Promise<readonly (readonly (string | null)[])[]> {
  const client = new Client({ connectionString: site.database, types: { getTypeParser: () => String } })
  await client.connect()
  try {
    const text = statement.replaceAll('TABLE', `"${table}"`)
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/**
 * The whole table in the order of its `_id`, as `COPY` writes it once lists, JSON and times are written as JSON has them. A
 * timestamp is written without what it has below a second where the server can't tell that.
 */
export async function copied(table: string, times: 'whole' | 'cut' = 'whole'): Promise<readonly (readonly string[])[]> {
  const columns = await truth(
    table,
    `select attname, format_type(atttypid, null) from pg_attribute
      where attrelid = '"${table}"'::regclass and attnum > 0 and not attisdropped and attname <> '_full_text' order by attnum`,
  )
  const written = columns.map(([column, type]) => {
    const name = `"${column?.replaceAll('"', '""')}"`
    return `${textOf(name, type ?? '', times)} as ${name}`
  })
  const statement = `copy (select ${written.join(', ')} from "${table}" order by _id) to stdout (format csv, header)`
  const options = { maxBuffer: 2 ** 28 }
  return parseCsv((await promisify(execFile)('psql', [site.database, '-qXc', statement], options)).stdout)
}

function textOf(name: string, type: string, times: 'whole' | 'cut'): string {
  if (type === 'nested') return `(${name}).json`
  if (type.endsWith('[]')) return `to_json(${name})`
  if (type === 'timestamp without time zone' && times === 'cut') return `to_char(${name}, 'YYYY-MM-DD"T"HH24:MI:SS')`
  if (type.startsWith('timestamp')) return `to_json(${name}) #>> '{}'`
  return type === 'boolean' ? `${name}::text` : name
}

/** Calls an action as the editor. */
export async function call(action: string, params: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${site.bases.sql}/api/3/action/${action}`, {
    method: 'POST',
    headers: { authorization: site.tokens.editor, 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
  const { result, error } = await response.json()
  if (!response.ok) throw new Error(`${action}: ${JSON.stringify(error)}`)
  return result
}

/** The ids of the resources of that name in the dataset that is written to. */
export async function resourcesNamed(name: string): Promise<readonly string[]> {
  const { resources } = await call('package_show', { id: site.datasets['river-and-harbour'] })
  const all = v.parse(v.array(v.object({ id: v.string(), name: v.nullish(v.string()) })), resources)
  return all.filter((each) => each.name === name).map(({ id }) => id)
}

/** Removes a resource with its table, whichever of both is there. */
export async function removed(id: string): Promise<void> {
  await call('datastore_delete', { resource_id: id, force: true }).catch(() => undefined)
  await call('resource_delete', { id }).catch(() => undefined)
}
