/** What the interface leaves open, and one server after it decides in its own way. */
export interface Reading {
  /** Where an answer holds its records. */
  readonly records: 'at the top' | 'under result' | 'deeper, under another name' | 'as a bare list'
  /** Whether an answer to a search says how many match, and which fields there are. */
  readonly total: boolean
  readonly fields: boolean
  /** Parameters that the interface does not name are ignored (`offset`, too), or refused. */
  readonly others: 'ignored' | 'refused'
  /** What a refusal looks like. */
  readonly errors:
    | 'a JSON string'
    | 'a web page'
    | 'nothing'
    | 'as CKAN has them'
    | 'plain text'
    | 'in a form of its own'
  /** The status of refusals: by what is wrong, always the same, or by no rule (a number: where the chance begins). */
  readonly statuses: 'by cause' | 'always 500' | 'always 200' | number
  /** Whether pages of other origins may read a refusal, too. */
  readonly refusalsAreOpen: boolean
  /** The token that every action needs; null where none is needed. */
  readonly token: string | null
  /** The most records of one answer; it is not told. */
  readonly most: number
  /** What becomes of a greater limit. */
  readonly greaterLimits: 'are lowered' | 'are refused'
  /** What becomes of a limit of 0. */
  readonly noRecords: 'are read' | 'are refused'
  /** What becomes of filters in the address. */
  readonly filtersInAddress: 'are read' | 'are ignored' | 'are refused'
  /** What becomes of filters in JSON. */
  readonly filtersInJson: 'are read' | 'are ignored'
  /** Whether a form counts as parameters, beside the query string and JSON that the interface names. */
  readonly forms: boolean
  /** The most bytes of a body. */
  readonly body: number
  /** What comes before the name of an action. */
  readonly prefix: string
}

/** The reading of the interface that adds nothing to what it names. */
export const PLAIN: Reading = {
  records: 'at the top',
  total: false,
  fields: false,
  others: 'ignored',
  errors: 'a JSON string',
  statuses: 'by cause',
  refusalsAreOpen: true,
  token: null,
  most: 100_000,
  greaterLimits: 'are lowered',
  noRecords: 'are read',
  filtersInAddress: 'are read',
  filtersInJson: 'are read',
  forms: true,
  body: 1_000_000,
  prefix: '/en/api/3/action',
}

export type Records = readonly Readonly<Record<string, unknown>>[]

/** A request as it came. */
export interface Came {
  readonly method: string
  /** With the query string. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** What such a server has, and how it reads the interface. `sql` runs a statement. */
export interface Played {
  readonly resource: string
  readonly records: Records
  readonly sql: (statement: string) => Promise<Records>
  readonly reading: Reading
}

export interface Given {
  readonly status: number
  readonly type: string
  readonly body: string
  /** Whatever its status is. */
  readonly isRefusal?: true
}

/**
 * The answer of a server that does what the document of the interface says and nothing else: two actions on one resource,
 * by GET with a query string and by POST with JSON. It knows no list of tables, no order, no pages.
 */
export async function minimalAnswer(came: Came, { resource, records, sql, reading }: Played): Promise<Given> {
  const no = (status: number, words: string, name = 'resource_id') => refusal(reading, status, words, name)
  const { pathname } = new URL(came.path, 'http://minimal')
  const action = pathname.split('/').at(-1) ?? ''
  const names = PARAMETERS.get(action)
  if (names === undefined || pathname !== `${reading.prefix}/${action}`) return no(404, 'There is no such action')
  if (reading.token !== null && came.headers['authorization'] !== reading.token) return no(401, 'A token is needed')
  if (Buffer.byteLength(came.body) > reading.body) return no(413, 'Too long')
  if (!reading.forms && isForm(came)) return no(415, 'Forms are not read')
  const params = paramsIn(came)
  if (came.method === 'GET' && params['filters'] !== undefined && reading.filtersInAddress !== 'are read') {
    if (reading.filtersInAddress === 'are refused') return no(400, 'not understood in this form', 'filters')
    delete params['filters']
  }
  if (came.method === 'POST' && !isForm(came) && reading.filtersInJson === 'are ignored') delete params['filters']
  const other = Object.keys(params).find((name) => !names.includes(name))
  const isOdd = params['q'] !== undefined && typeof params['q'] !== 'string'
  if ((other !== undefined || isOdd) && reading.others === 'refused') return no(400, 'Bad parameters', other ?? 'q')
  if (action === 'datastore_search_sql') {
    try {
      return inForm(reading, (await sql(String(params['sql']))).slice(0, reading.most), null)
    } catch {
      return no(400, 'The statement is refused')
    }
  }
  if (params['resource_id'] !== resource) return no(404, 'There is no such resource')
  const limit = Number(params['limit'] ?? Math.min(100, reading.most))
  if (limit > reading.most && reading.greaterLimits === 'are refused')
    return no(400, `more than ${reading.most} is not allowed`, 'limit')
  if (limit === 0 && reading.noRecords === 'are refused') return no(400, 'must be 1 or more', 'limit')
  const found = matching(records, params)
  return inForm(reading, found.slice(0, Math.min(limit, reading.most)), found.length)
}

/** The parameters of a request, wherever they stand. */
export function paramsIn(came: Came): Record<string, unknown> {
  if (came.headers['content-type']?.startsWith('application/json') === true) return { ...JSON.parse(came.body) }
  const { searchParams } = new URL(came.path, 'http://minimal')
  const pairs = Object.fromEntries(isForm(came) ? new URLSearchParams(came.body) : searchParams)
  const { filters } = pairs
  return filters === undefined ? pairs : { ...pairs, filters: JSON.parse(filters) }
}

function isForm({ headers }: Came): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
}

/** The parameters of each action that the interface names. */
const PARAMETERS = new Map([
  ['datastore_search', ['resource_id', 'limit', 'q', 'filters']],
  ['datastore_search_sql', ['sql']],
])

/** The records that hold the term in any of their values and, for every field of `filters`, one of its values. */
function matching(records: Records, { q, filters }: Readonly<Record<string, unknown>>): Records {
  const wanted = Object.entries(typeof filters === 'object' && filters !== null ? filters : {})
  const term = typeof q === 'string' ? q.toLowerCase() : ''
  return records.filter(
    (record) =>
      wanted.every(([field, value]) => [value].flat().includes(String(record[field]))) &&
      Object.values(record).some((value) => String(value).toLowerCase().includes(term)),
  )
}

function inForm(reading: Reading, records: Records, total: number | null): Given {
  const fields = Object.keys(records[0] ?? {}).map((id) => ({ id, type: 'text' }))
  const told = {
    ...(reading.total && total !== null ? { total } : {}),
    ...(reading.fields ? { fields } : {}),
  }
  const bodies: Record<Reading['records'], unknown> = {
    'at the top': { records, ...told },
    'under result': { result: { records, ...told } },
    'deeper, under another name': { ok: true, answer: { page: { rows: records, ...told } } },
    'as a bare list': records,
  }
  return { status: 200, type: 'application/json', body: JSON.stringify(bodies[reading.records]) }
}

/** A refusal, as such a server words it; `name` is the parameter that it is about. */
export function refusal({ errors, statuses }: Reading, cause: number, words: string, name = ''): Given {
  const status = statusOf(statuses, cause, words)
  const type = errors === 'a web page' ? 'text/html' : errors === 'plain text' ? 'text/plain' : 'application/json'
  const bodies: Record<Reading['errors'], () => string> = {
    nothing: () => '',
    'a JSON string': () => JSON.stringify(words),
    'a web page': () => `<html><body><h1>${words}</h1></body></html>`,
    'as CKAN has them': () =>
      JSON.stringify({ success: false, error: { __type: 'Validation Error', [name || 'message']: [words] } }),
    'plain text': () => words,
    'in a form of its own': () => JSON.stringify({ problem: { where: name, what: words } }),
  }
  return { status, type, body: bodies[errors](), isRefusal: true }
}

/** Missing rights are told apart by every server, or no page could ask for a token. */
function statusOf(statuses: Reading['statuses'], cause: number, words: string): number {
  if (statuses === 'by cause') return cause
  if (statuses === 'always 500') return 500
  if (cause === 401 || cause === 403) return cause
  if (statuses === 'always 200') return 200
  let sum = statuses
  for (let at = 0; at < words.length; at += 1) sum = (sum * 31 + words.charCodeAt(at)) % 1_000_003
  return STATUSES[sum % STATUSES.length] ?? cause
}

const STATUSES = [200, 400, 404, 405, 409, 422, 500]

/** Runs the few statements that the page itself makes of a search of these records, and any other as one for all of them. */
export function statementsOn(records: Records): Played['sql'] {
  return (statement) => {
    const [, field = '', value] = /"(\w+)" (?:=|IN) \(?'(\w+)'\)?/.exec(statement) ?? []
    const table = value === undefined ? records : records.filter((record) => record[field] === value)
    if (statement.startsWith('SELECT count(*) AS total')) return Promise.resolve([{ total: table.length }])
    const limit = Number(/ LIMIT (\d+)/.exec(statement)?.[1] ?? Infinity)
    const skipped = Number(/ OFFSET (\d+)$/.exec(statement)?.[1] ?? 0)
    return Promise.resolve(table.slice(skipped, skipped + limit))
  }
}
