import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Asked } from './faultProxy.ts'

/** What the interface leaves open, and one server after it decides in its own way. */
export interface Reading {
  /** Where an answer holds its records. */
  readonly records: 'at the top' | 'under result'
  /** Whether an answer to a search says how many match, and which fields there are. */
  readonly total: boolean
  readonly fields: boolean
  /** Parameters that the interface does not name are ignored (`offset`, too), or refused. */
  readonly others: 'ignored' | 'refused'
  /** What a refusal looks like. */
  readonly errors: 'a JSON string' | 'a web page' | 'nothing'
  /** The token that every action needs; null where none is needed. */
  readonly token: string | null
  /** The most records of one answer; it is not told. */
  readonly most: number
  /** Whether a form counts as parameters, beside the query string and JSON that the interface names. */
  readonly forms: boolean
}

/** The reading of the interface that adds nothing to what it names. */
export const PLAIN: Reading = {
  records: 'at the top',
  total: false,
  fields: false,
  others: 'ignored',
  errors: 'a JSON string',
  token: null,
  most: 100_000,
  forms: true,
}

export interface MinimalServer {
  readonly origin: string
  readonly requests: readonly Asked[]
  stop(): Promise<void>
}

type Records = readonly Readonly<Record<string, unknown>>[]

/**
 * A server that does what the document of the interface says and nothing else: two actions on one resource, under
 * `/en/api/3/action`, by GET with a query string and by POST with JSON. It knows no list of tables, no order, no pages.
 * Pages of other origins may read it, or no browser could. `sql` runs a statement.
 */
export async function startMinimalServer(
  resource: string,
  records: Records,
  sql: (statement: string) => Promise<Records>,
  reading: Reading,
): Promise<MinimalServer> {
  const requests: Asked[] = []
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => refuse(outgoing, reading, 400, 'The statement is refused'))
  })
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    outgoing.setHeader('access-control-allow-origin', '*')
    const body = await text(incoming)
    const asked = read(incoming, body, reading)
    requests.push(asked)
    if (asked.method === 'OPTIONS') {
      outgoing.setHeader('access-control-allow-headers', 'authorization, content-type')
      outgoing.writeHead(204).end()
      return
    }
    const names = PARAMETERS.get(asked.action)
    if (names === undefined || !asked.path.startsWith(`/en/api/3/action/${asked.action}`)) {
      return refuse(outgoing, reading, 404, 'There is no such action')
    }
    if (reading.token !== null && asked.headers['authorization'] !== reading.token) {
      return refuse(outgoing, reading, 401, 'A token is needed')
    }
    const other = Object.keys(asked.params).find((name) => !names.includes(name))
    if (other !== undefined && reading.others === 'refused') return refuse(outgoing, reading, 400, 'Bad parameters')
    if (asked.action === 'datastore_search_sql') {
      const rows = await sql(String(asked.params['sql']))
      return send(outgoing, 200, inForm(reading, rows.slice(0, reading.most), null))
    }
    if (asked.params['resource_id'] !== resource) return refuse(outgoing, reading, 404, 'There is no such resource')
    const found = search(records, asked.params)
    const limit = Number(asked.params['limit'] ?? 100)
    send(outgoing, 200, inForm(reading, found.slice(0, Math.min(limit, reading.most)), found.length))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The parameters of each action that the interface names. */
const PARAMETERS = new Map([
  ['datastore_search', ['resource_id', 'limit', 'q', 'filters']],
  ['datastore_search_sql', ['sql']],
])

function read(incoming: IncomingMessage, body: string, { forms }: Reading): Asked {
  const path = incoming.url ?? '/'
  const { pathname, searchParams } = new URL(path, 'http://minimal')
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  const isForm = forms && headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  const isJson = headers['content-type']?.startsWith('application/json') === true
  const pairs = Object.fromEntries(isForm ? new URLSearchParams(body) : searchParams)
  const { filters } = pairs
  const params = isJson
    ? JSON.parse(body)
    : { ...pairs, ...(filters === undefined ? {} : { filters: JSON.parse(filters) }) }
  return { method: incoming.method ?? '', path, action: pathname.split('/').at(-1) ?? '', params, headers, body }
}

/** The records that hold the term in any of their values and, for every field of `filters`, one of its values. */
function search(records: Records, { q, filters }: Asked['params']): Records {
  const wanted = Object.entries(typeof filters === 'object' && filters !== null ? filters : {})
  const term = typeof q === 'string' ? q.toLowerCase() : ''
  return records.filter(
    (record) =>
      wanted.every(([field, value]) => [value].flat().includes(String(record[field]))) &&
      Object.values(record).some((value) => String(value).toLowerCase().includes(term)),
  )
}

function inForm(reading: Reading, records: Records, total: number | null): string {
  const fields = Object.keys(records[0] ?? {}).map((id) => ({ id, type: 'text' }))
  const answer = {
    records,
    ...(reading.total && total !== null ? { total } : {}),
    ...(reading.fields ? { fields } : {}),
  }
  return JSON.stringify(reading.records === 'at the top' ? answer : { result: answer })
}

function refuse(outgoing: ServerResponse, { errors }: Reading, status: number, words: string): void {
  if (errors === 'nothing') return send(outgoing, status, '')
  if (errors === 'a JSON string') return send(outgoing, status, JSON.stringify(words))
  send(outgoing, status, `<html><body><h1>${words}</h1></body></html>`, 'text/html')
}

function send(outgoing: ServerResponse, status: number, body: string, type = 'application/json'): void {
  outgoing.writeHead(status, { 'content-type': type })
  outgoing.end(body)
}
