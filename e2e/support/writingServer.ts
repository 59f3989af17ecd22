import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Asked } from '../faultProxy.ts'
import { listening } from './listening.ts'

/** How a change is answered: as CKAN does, in ways that the interface permits too, or by a connection that ends. */
export type Reply = 'as CKAN' | 'bare object' | 'flag' | '204' | 'cut after storing' | 'cut, stored late' | 'not stored'

export interface WritingServer {
  readonly origin: string
  readonly requests: readonly Asked[]
  /** What is stored, by the id of the table. */
  readonly tables: ReadonlyMap<string, Table>
  /** The answers to changes from now on. */
  reply: Reply
  /** Stores the changes that were put off. */
  storeLate(): void
  /** The parameters of all calls of an action. */
  asked(action: string): readonly Record<string, unknown>[]
  stop(): Promise<void>
}

export interface Table {
  readonly name: string
  readonly fields: readonly { readonly id: string; readonly type: string }[]
  readonly records: Record<string, unknown>[]
  /** CKAN refuses to change it unless `force` is given. */
  readonly isReadOnly?: boolean
}

interface Played {
  /** It says of itself that it is CKAN, and has a catalogue. */
  readonly isCkan: boolean
  readonly tables: Readonly<Record<string, Table>>
  /** The datasets that the token may change; there are further ones that it may not. */
  readonly datasets: readonly { readonly name: string; readonly title: string; readonly organization: string }[]
}

type Params = Readonly<Record<string, unknown>>

/** A server whose tables can be changed, with the answers of CKAN or others that a server may give. */
export async function startWritingServer(played: Partial<Played>): Promise<WritingServer> {
  const { isCkan = false, datasets = [] } = played
  const tables = new Map(Object.entries(played.tables ?? {}))
  const owners = new Map<string, { readonly dataset: string; readonly name: string }>()
  const requests: Asked[] = []
  let late: (() => void)[] = []
  let reply: Reply = 'as CKAN'

  const find = (name: unknown) =>
    [...tables].find(([id, table]) => id === name || table.name === name) ?? [String(name), undefined]

  const reads: Record<string, (params: Params) => unknown> = {
    datastore_search: (params) => {
      if (params['resource_id'] === '_table_metadata') {
        const list = [...tables].map(([id, { name }]) => ({ _id: name, name, alias_of: id, oid: 1 }))
        return {
          records: list,
          total: list.length,
          fields: Object.keys(list[0] ?? {}).map((id) => ({ id, type: 'text' })),
        }
      }
      const [id, table] = find(params['resource_id'])
      if (table === undefined)
        throw new Refusal(404, { __type: 'Not Found Error', message: `Not found: Resource "${id}"` })
      const wanted = Object.entries(Object(params['filters']))
      const found = table.records.filter((record) =>
        wanted.every(([field, value]) => [value].flat().some((each) => String(each) === String(record[field]))),
      )
      const from = Number(params['offset'] ?? 0)
      const limit = Number(params['limit'] ?? 100)
      const fields = [{ id: '_id', type: 'int' }, ...table.fields]
      return { resource_id: id, fields, records: found.slice(from, from + limit), total: found.length, limit }
    },
    ...(isCkan
      ? {
          status_show: () => ({ ckan_version: '2.11.3', site_title: 'Portal' }),
          user_show: () => ({ name: 'ada' }),
          resource_show: ({ id }: Params) => {
            const [, table] = find(id)
            return { id, url_type: table?.isReadOnly === true ? 'upload' : 'datastore' }
          },
          organization_list_for_user: () => [{ id: 'org-1', title: 'Rivers agency' }],
          package_search: ({ q, rows, start, fq }: Params) => {
            const words = typeof q === 'string' ? [...q.matchAll(/\((\w+) OR/g)].map(([, word = '']) => word) : []
            const all =
              fq === undefined ? [] : datasets.filter(({ title }) => words.every((word) => title.includes(word)))
            const from = Number(start ?? 0)
            const results = all.slice(from, from + Number(rows ?? 10)).map(({ name, title, organization }) => ({
              id: `id of ${name}`,
              name,
              title,
              organization: { title: organization },
              resources: [],
            }))
            return { count: all.length, results }
          },
          package_show: ({ id }: Params) => ({
            resources: [...owners].flatMap(([resource, { dataset, name }]) =>
              dataset === id ? [{ id: resource, name }] : [],
            ),
          }),
        }
      : {}),
  }

  /** Checks a change and returns how it is stored. */
  const changes: Record<string, (params: Params) => { readonly result: object; readonly store: () => void }> = {
    datastore_create: (params) => {
      const into = Object(params['resource'])
      if (isCkan && params['resource'] === undefined && find(params['resource_id'])[1] === undefined)
        throw new Refusal(404, { __type: 'Not Found Error', message: 'Not found: Resource was not found.' })
      const id = params['resource'] === undefined ? String(params['resource_id']) : `made-${tables.size + 1}`
      refuseReadOnly(find(id)[1], params)
      const [alias] = [params['aliases'] ?? []].flat().map(String)
      const before = tables.get(id)
      const fields = before?.fields ?? toFields(params['fields'])
      const store = () => {
        tables.set(id, { ...before, name: alias ?? before?.name ?? id, fields, records: before?.records ?? [] })
        if (into.package_id !== undefined) owners.set(id, { dataset: String(into.package_id), name: String(into.name) })
      }
      return { result: { resource_id: id, method: 'insert' }, store }
    },
    datastore_upsert: (params) => {
      const [id, table] = find(params['resource_id'])
      if (table === undefined) throw new Refusal(404, { __type: 'Not Found Error', message: 'Not found' })
      refuseReadOnly(table, params)
      const store = () => {
        for (const record of [params['records']].flat().map((each) => ({ ...Object(each) }))) {
          const known = table.records.find((each) => each['_id'] === record['_id'])
          if (known === undefined) table.records.push({ _id: table.records.length + 1, ...record })
          else Object.assign(known, record)
        }
      }
      return { result: { resource_id: id, method: params['method'] }, store }
    },
    datastore_delete: (params) => {
      const [id, table] = find(params['resource_id'])
      refuseReadOnly(table, params)
      return { result: { resource_id: id }, store: () => void tables.delete(id) }
    },
  }

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const asked = read(incoming, await text(incoming))
    requests.push(asked)
    outgoing.setHeader('access-control-allow-origin', '*')
    if (asked.method === 'OPTIONS') {
      outgoing.setHeader('access-control-allow-headers', 'authorization, content-type')
      outgoing.writeHead(204).end()
      return
    }
    try {
      const reading = reads[asked.action]
      if (reading !== undefined) return send(outgoing, 200, { success: true, result: reading(asked.params) })
      const changing = changes[asked.action]
      if (changing === undefined) return send(outgoing, 400, `Bad request - Action name not known: ${asked.action}`)
      const { result, store } = changing(asked.params)
      if (reply === 'cut, stored late') late.push(store)
      else if (reply !== 'not stored') store()
      if (reply.startsWith('cut')) breakOff(outgoing)
      else if (reply === '204') outgoing.writeHead(204).end()
      else if (reply === 'flag') send(outgoing, 200, true)
      else if (reply === 'bare object') send(outgoing, 200, { done: true })
      else if (reply === 'not stored') send(outgoing, 200, { done: false })
      else send(outgoing, 200, { success: true, result })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(outgoing, error.status, { success: false, error: error.fields })
    }
  }
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  return {
    ...(await listening(server)),
    requests,
    tables,
    get reply() {
      return reply
    },
    set reply(next) {
      reply = next
    },
    storeLate: () => {
      for (const store of late) store()
      late = []
    },
    asked: (action) =>
      requests.filter((each) => each.action === action && each.method !== 'OPTIONS').map(({ params }) => params),
  }
}

class Refusal extends Error {
  readonly status: number
  readonly fields: object

  constructor(status: number, fields: object) {
    super(String(status))
    this.status = status
    this.fields = fields
  }
}

function refuseReadOnly(table: Table | undefined, params: Params): void {
  if (table?.isReadOnly !== true || params['force'] === true) return
  const reason = 'Cannot edit read-only resource. Either pass "force=True" or change url_type to "datastore"'
  throw new Refusal(409, { __type: 'Validation Error', 'read-only': [reason] })
}

function toFields(fields: unknown): Table['fields'] {
  return [fields ?? []].flat().map((field) => ({ id: String(Object(field).id), type: String(Object(field).type) }))
}

function read(incoming: IncomingMessage, body: string): Asked {
  const path = incoming.url ?? '/'
  const { pathname, searchParams } = new URL(path, 'http://writing')
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  const { filters, ...pairs } = Object.fromEntries(searchParams)
  const params =
    body === '' ? { ...pairs, ...(filters === undefined ? {} : { filters: JSON.parse(filters) }) } : JSON.parse(body)
  return { method: incoming.method ?? '', path, action: pathname.split('/').at(-1) ?? '', params, headers, body }
}

/** Ends the connection within the answer: before it, the browser itself would send the request again. */
function breakOff(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  outgoing.write('{', () => outgoing.destroy())
}

function send(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(body))
}
