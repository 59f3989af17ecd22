import { EventEmitter, once } from 'node:events'
import type { Answer, Asked, Exchange, Fault } from './faultProxy.ts'

/** What goes wrong between a page and a server, each as the page meets it. The refusals are written as CKAN's. */

/** 403: the table is not open to this reader. */
export const notAllowed: Fault = ({ send }) =>
  send(
    ckanRefusal(403, {
      __type: 'Authorization Error',
      message: 'Access denied: User not authorized to read resource',
    }),
  )

/** 403 by something before the API, which says so with a web page. */
export const forbiddenPage: Fault = ({ send }) => send(webPage(403, 'Forbidden'))

/** A token that has run out: CKAN reads it as none, and says nothing. */
export const expiredOnCkan: Fault = async (exchange) => {
  const { asked, pass, send } = exchange
  if (asked.action === 'status_show') return send(ckanAnswer({ ckan_version: '2.11.3', site_title: 'Faulty' }))
  if (!asked.action.startsWith('datastore_')) return notAllowed(exchange)
  send(await pass({ token: null }))
}

/** A token that has run out, on a service of ours: it is read as none, which a header of the answer tells. */
export const expiredToken: Fault = async ({ pass, send }) => send(await pass({ token: 'run-out' }))

/** 429 that says after how many seconds to come again: by their number, or by the date that it then is. */
export const tooManyRequests =
  (seconds: number, form: 'seconds' | 'date'): Fault =>
  ({ send }) => {
    const told = form === 'seconds' ? String(seconds) : new Date(Date.now() + seconds * 1000).toUTCString()
    send({ ...webPage(429, 'Too Many Requests'), headers: { 'retry-after': told, ...EXPOSED } })
  }

/** A proxy whose server is away (502), still starting (503) or slow (504). */
export const awayBehindProxy =
  (status: 502 | 503 | 504): Fault =>
  ({ send }) =>
    send(webPage(status, 'Bad Gateway'))

/** Ends the connection, as a server does that is being stopped. */
export const gone: Fault = () => Promise.reject(new Error('The server is gone'))

/** Takes the request and never answers. */
export const silent: Fault = () => undefined

/** Answers as it should, but not before `release`. */
export function held(): { readonly fault: Fault; readonly release: () => void } {
  const gate = new EventEmitter()
  const released = once(gate, 'open')
  return {
    fault: async ({ pass, send }) => {
      const answer = await pass()
      await released
      send(answer)
    },
    release: () => void gate.emit('open'),
  }
}

/** The connection ends in the middle of the body. */
export const brokenOff: Fault = async ({ pass, breakOff }) => breakOff(await pass())

/** The body stops in its middle, and the connection stays. */
export const stalled: Fault = async ({ pass, stall }) => stall(await pass())

/** A login page in place of the answer. */
export const loginPage: Fault = ({ send }) => send(webPage(200, 'Log in'))

/** All of a body that lacks its second half. */
export const brokenJson: Fault = async ({ pass, send }) => {
  const answer = await pass()
  send({ ...answer, body: answer.body.slice(0, answer.body.length / 2) })
}

/** An SQL answer of that many bytes, in 32,000 rows of one text each. */
export const heavyAnswer =
  (bytes: number): Fault =>
  ({ asked, send }) => {
    const rows = 32_000
    const text = 'silt '.repeat(Math.ceil(bytes / rows / 5))
    const records = Array.from({ length: rows }, (_, at) => `{"n": ${at + 1}, "text": "${text}"}`)
    const fields = '[{"id": "n", "type": "int4"}, {"id": "text", "type": "text"}]'
    const sql = JSON.stringify(asked.params['sql'])
    const result = `{"sql": ${sql}, "fields": ${fields}, "records": [${records.join(',')}]}`
    send({ status: 200, headers: JSON_TYPE, body: `{"success": true, "result": ${result}}` })
  }

/** No answer holds more than so many records; a cut is reported as CKAN does, or not at all. */
export const cappedAt =
  (most: number, told: boolean): Fault =>
  async ({ asked, pass, send }) => {
    if (asked.action === 'datastore_search_sql') {
      return send(
        changed(await pass(), ({ records, ...rest }) => ({
          ...rest,
          records: records.slice(0, most),
          ...(told && records.length > most ? { records_truncated: true } : {}),
        })),
      )
    }
    const limit = Math.min(Number(asked.params['limit'] ?? 100), most)
    const answer = await pass({ params: { ...asked.params, limit } })
    send(told ? answer : changed(answer, (result) => ({ ...result, limit: undefined })))
  }

/** CKAN 2.9: a filter's value is text or a list of texts; ranges and `$or` are refused. */
export const filtersOf29: Fault = async ({ asked, pass, send }) => {
  const { filters } = asked.params
  const odd = Object.entries(typeof filters === 'object' && filters !== null ? filters : {}).find(([, value]) =>
    [value].flat().some((each) => typeof each !== 'string'),
  )
  if (odd === undefined) return send(await pass())
  send(ckanRefusal(409, { __type: 'Validation Error', filters: [`invalid value "${odd[0]}"`] }))
}

/** CKAN up to 2.11 with a threshold: the total is an estimate, and told to be one. */
export const estimatedTotal =
  (total: number): Fault =>
  async ({ pass, send }) =>
    send(
      changed(await pass(), (result) => ('total' in result ? { ...result, total, total_was_estimated: true } : result)),
    )

/** No other origin may read. */
export const closedToOrigins: Fault = async ({ asked, pass, send }) =>
  asked.method === 'OPTIONS'
    ? send({ status: 200, body: '', headers: { 'access-control-allow-origin': null } })
    : send(unreadable(await pass()))

/** Other origins may read, but a preflight is answered as if it were any method that is not there. */
export const noPreflight: Fault = ({ send }) => send(webPage(405, 'Method Not Allowed'))

/** SQL is off, in the words of CKAN 2.9 to 2.11. */
export const sqlOff: Fault = ({ send }) =>
  send({ status: 400, headers: JSON_TYPE, body: '"Bad request - Action name not known: datastore_search_sql"' })

/** Every page is the first one. */
export const offsetIgnored: Fault = async ({ asked, pass, send }) => {
  const { offset: _, ...params } = asked.params
  send(await pass({ params }))
}

/** Between the first page and the next, `added` records came to the table (fewer than none: went). */
export const tableChanges =
  (added: number): Fault =>
  async ({ asked, pass, send }) => {
    const offset = Number(asked.params['offset'] ?? 0)
    if (offset === 0) return send(await pass())
    const moved = await pass({ params: { ...asked.params, offset: Math.max(0, offset - added), include_total: true } })
    send(changed(moved, (result) => ({ ...result, total: (result.total ?? 0) + added })))
  }

/** A field of that name comes without one. */
export const nameless =
  (field: string): Fault =>
  async ({ pass, send }) => {
    const answer = await pass()
    send({ ...answer, body: answer.body.replaceAll(`"${field}"`, '""') })
  }

/** Of columns of one name a record holds the last, as an object of Python does. */
export const oneValuePerName: Fault = async ({ pass, send }) => send(changed(await pass(), (result) => result))

/** The API answers at that prefix and nowhere else; a web page without CORS headers says so. */
export const onlyUnder =
  (prefix: string): Fault =>
  async ({ asked, pass, send }) =>
    asked.path.startsWith(`${prefix}/datastore_`)
      ? send(await pass({ path: asked.path.replace(prefix, '/en/api/3/action') }))
      : send({ ...webPage(404, 'Not Found'), headers: { ...HTML_TYPE, 'access-control-allow-origin': null } })

/** Sends the request on to another origin. */
export const sentOnTo =
  (origin: string, status: 302 | 307 = 307): Fault =>
  ({ asked, send }) =>
    send({ status, body: '', headers: { location: `${origin}${asked.path}` } })

/** A careless server: its refusal repeats the token that it was sent. */
export const repeatsToken: Fault = ({ asked, send }) =>
  send(
    ckanRefusal(500, {
      __type: 'Internal Server Error',
      message: `Bad token ${asked.headers['authorization'] ?? asked.headers['x-ckan-api-key']}`,
    }),
  )

/** A server that lets any page send it anything, and returns no records. */
export const takesAnything: Fault = ({ send }) =>
  send({
    status: 200,
    headers: { ...JSON_TYPE, 'access-control-allow-headers': 'authorization, content-type, x-ckan-api-key' },
    body: JSON.stringify({ success: true, result: { fields: [{ id: '_id', type: 'int' }], records: [], total: 0 } }),
  })

function ckanAnswer(result: object): Parameters<Exchange['send']>[0] {
  return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ success: true, result }) }
}

/** A refusal in CKAN's envelope. */
function ckanRefusal(status: number, error: object): Parameters<Exchange['send']>[0] {
  return { status, headers: JSON_TYPE, body: JSON.stringify({ success: false, error }) }
}

function webPage(status: number, words: string): Parameters<Exchange['send']>[0] {
  return {
    status,
    headers: HTML_TYPE,
    body: `<!doctype html><html lang="en"><head><title>${words}</title></head><body><h1>${words}</h1></body></html>`,
  }
}

const JSON_TYPE = { 'content-type': 'application/json;charset=utf-8' } as const
const HTML_TYPE = { 'content-type': 'text/html;charset=utf-8' } as const
/** Else a page of another origin may not read when it shall come again. */
const EXPOSED = { ...HTML_TYPE, 'access-control-expose-headers': 'retry-after' } as const

interface Result {
  readonly records: readonly Record<string, unknown>[]
  readonly total?: number
  readonly limit?: number
}

/** An answer with another result; a refusal stays as it is. Digits that JSON numbers have no room for are lost. */
function changed(answer: Answer, change: (result: Result) => object): Answer {
  if (answer.status !== 200) return answer
  const whole: { result: Result } = JSON.parse(answer.body)
  return { ...answer, body: JSON.stringify({ ...whole, result: change(whole.result) }) }
}

function unreadable(answer: Answer): Parameters<Exchange['send']>[0] {
  const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control-'))
  return { ...answer, headers: { ...Object.fromEntries(kept), 'access-control-allow-origin': null } }
}

/** Requests for one table, but those that read the list of tables. */
export function asksFor(requests: readonly Asked[], resource: string): Asked[] {
  return requests.filter(({ method, params }) => method !== 'OPTIONS' && params['resource_id'] === resource)
}
