import { ckanRefusals } from './ckanStatements.ts'

/** What an action answers. */
export interface CkanAnswer {
  readonly status: number
  readonly body: object | string
}

const failed = (status: number, error: object): CkanAnswer => ({ status, body: { help: '', success: false, error } })

/** What CKAN 2.11 says where it fails at something. */
export const INTERNAL_ERROR = failed(500, { __type: 'Internal Server Error', message: 'Internal Server Error' })

const NOT_SINGLE = failed(409, { __type: 'Validation Error', query: ['Query is not a single statement.'] })

/** How CKAN refuses a statement before PostgreSQL reads it; null if it lets it pass. */
export function refusedStatementOfCkan(sql: string): CkanAnswer | null {
  const [first] = ckanRefusals(sql)
  if (first === undefined) return null
  if (first.kind === 'notSingle') return NOT_SINGLE
  if (first.kind === 'parameter') return INTERNAL_ERROR
  const message = `Access denied: Not authorized to call function ${first.name}`
  return failed(403, { __type: 'Authorization Error', message })
}

/**
 * How CKAN refuses a search: it writes the names of what is shown and sorted by, and the words that are searched for, into a
 * statement, which it then checks as any other. Values of filters are no part of it.
 */
export function refusedSearchOfCkan(params: Readonly<Record<string, unknown>>, fields: readonly string[]) {
  const named = params['fields'] === undefined ? fields : [params['fields']].flat().map(String)
  const written = [...named, ...[params['sort'] ?? []].flat().map(String), JSON.stringify(params['q'] ?? '')].join(' ')
  if (/#|\\'/.test(written)) return NOT_SINGLE
  return typeof params['q'] === 'string' && ckanRefusals(params['q']).some(({ kind }) => kind === 'parameter')
    ? INTERNAL_ERROR
    : null
}

/** The body of an answer to a search as CKAN up to 2.11 writes it: a `timestamp` to the second, without BC, and none if infinite. */
export function searchAnswerOfCkan(body: string): string {
  const { result }: { result: SqlResult } = JSON.parse(body)
  const times = result.fields.filter(({ type }) => type === 'timestamp').map(({ id }) => id)
  return times.reduce((text, name) => {
    const member = new RegExp(
      `(${JSON.stringify(name).replaceAll(/[.*+?^$()[\]|\\]/g, String.raw`\$&`)}: ?)"([^"]*)"`,
      'g',
    )
    return text.replace(member, (_, start: string, time: string) =>
      time.endsWith('infinity') ? `${start}null` : `${start}"${time.replace(/(?:\.\d+)?(?: BC)?$/, '')}"`,
    )
  }, body)
}

/** A row of an answer to a statement, with the types of its columns. */
interface SqlResult {
  readonly fields: readonly { readonly id: string; readonly type: string }[]
  readonly records: readonly Readonly<Record<string, unknown>>[]
}

/**
 * The body of an answer to a statement as CKAN writes it: it fails at NaN and infinity among floats and at dates before
 * Christ, makes infinite dates those of the year 9999, and writes a NaN of a `numeric` as Python does, which is no JSON.
 */
export function sqlAnswerOfCkan(result: SqlResult): CkanAnswer {
  const typeOf = new Map(result.fields.map(({ id, type }) => [id, type]))
  let fails = false
  const records = result.records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const type = typeOf.get(name) ?? ''
        if (/^_?float/.test(type)) fails ||= [value].flat().some((one) => /^(?:NaN|-?Infinity)$/.test(String(one)))
        if (/^(?:date|timestamp)/.test(type)) {
          fails ||= String(value).endsWith(' BC')
          if (value === 'infinity') return [name, type === 'date' ? '9999-12-31' : '9999-12-31T23:59:59.999999']
          if (value === '-infinity') return [name, type === 'date' ? '0001-01-01' : '0001-01-01T00:00:00']
        }
        return [name, type === 'numeric' && value === 'NaN' ? BARE_NAN : value]
      }),
    ),
  )
  if (fails) return { status: 500, body: '<!DOCTYPE html><title>500</title>' }
  const body = JSON.stringify({ help: '', success: true, result: { ...result, records } })
  return { status: 200, body: body.replaceAll(`"${BARE_NAN}"`, 'NaN') }
}

const BARE_NAN = 'written-by-python'
