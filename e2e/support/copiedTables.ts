import type { Page } from 'playwright/test'
import { expect, PREFIX, type Instance } from '../fixtures.ts'

/** For tests of copies: a table of values of many types, in which no digit may change; `edition` gives it other values. */
export function oddRecord(at: number, edition = 0): string {
  const note = at % 7 === 0 ? '""' : at % 5 === 0 ? 'null' : JSON.stringify(`note\t${at} "${edition}" \\ é\n`)
  return `{"big": ${9_007_199_254_740_993n + BigInt(at)}, "exact": ${at}.${at % 3 === 0 ? '50' : '500'}, "at": "2020-01-01T00:00:${String(at % 60).padStart(2, '0')}", "list": ["a,${at}", null, "\\"${edition}\\""], "data": {"b": ${at}.0, "a": [1,  2]}, "note": ${note}, "is": ${at % 2 === 0}}`
}

const FIELDS = Object.entries({
  big: 'int8',
  exact: 'numeric',
  at: 'timestamp',
  list: '_text',
  data: 'json',
  note: 'text',
  is: 'bool',
}).map(([id, type]) => ({ id, type }))

type Server = Pick<Instance, 'origin' | 'token'>

/** Makes the table at a server, in place of the one that has this id. */
export async function makeOddTable(server: Server, id: string, count: number, edition = 0): Promise<void> {
  await post(server, 'datastore_delete', JSON.stringify({ resource_id: id, force: true })).catch(() => undefined)
  const fields = JSON.stringify(FIELDS)
  await post(
    server,
    'datastore_create',
    `{"resource_id": "${id}", "force": true, "aliases": "odd_${id}", "fields": ${fields}}`,
  )
  for (let from = 1; from <= count; from += 5000) {
    const records = Array.from({ length: Math.min(5000, count - from + 1) }, (_, at) => oddRecord(from + at, edition))
    await insert(server, id, records)
  }
}

/** Adds records at the end. */
export async function insert(server: Server, id: string, records: readonly string[]): Promise<void> {
  await post(
    server,
    'datastore_upsert',
    `{"resource_id": "${id}", "force": true, "method": "insert", "records": [${records.join()}]}`,
  )
}

async function post({ origin, token }: Server, action: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', authorization: token }
  const response = await fetch(`${origin}${PREFIX}/${action}`, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 500)}`)
  return text
}

/** All records of a server's table, each as the text that the server writes. */
export async function recordsAt(server: Server, id: string): Promise<readonly string[]> {
  return allRecords((params) => post(server, 'datastore_search', JSON.stringify({ resource_id: id, ...params })))
}

/** The records of the copy that the page lists for a table, as the copies' database writes them. Needs `speakToEngine`. */
export async function recordsCopied(page: Page, resource: string): Promise<readonly string[]> {
  const copy = (await listed(page)).find((each) => each.resource === resource)
  if (copy === undefined) throw new Error(`There is no copy of ${resource}`)
  return allRecords((params) =>
    page.evaluate(
      async (body) => {
        const headers = [['content-type', 'application/json']] as const
        const { text } = await engineAsk({ path: '/api/3/action/datastore_search', method: 'POST', headers, body })
        return text
      },
      JSON.stringify({ resource_id: copy.id, ...params }),
    ),
  )
}

async function allRecords(search: (params: object) => Promise<string>): Promise<readonly string[]> {
  const all: string[] = []
  for (;;) {
    const text = await search({ limit: 10_000, offset: all.length, sort: '_id' })
    const found = /"records": \[(.*)\], "_links"/s.exec(text)?.[1] ?? ''
    if (found === '') return all
    all.push(...found.split(/,(?=\{"_id":)/))
  }
}

/** The copies that the page lists. */
export async function listed(page: Page): Promise<readonly ListedCopy[]> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('rowan.copies'))) ?? '[]')
}

interface ListedCopy {
  readonly id: string
  readonly resource: string
  readonly records: number
  readonly isComplete: boolean
  readonly halt: { readonly kind: string } | null
}

/** Has the page copy the whole table that it shows. */
export async function startCopy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Copy to this browser' }).click()
  const dialog = page.getByRole('dialog', { name: /^Copy .* into this browser$/ })
  await dialog.getByRole('button', { name: /^Copy [\d,]+ records$/ }).click()
  await expect(dialog).toBeHidden()
}

/** Waits until the page lists a whole copy of a table. */
export async function expectCopied(page: Page, resource: string, records: number): Promise<void> {
  await expect
    .poll(async () => (await listed(page)).find((copy) => copy.resource === resource), { timeout: 300_000 })
    .toMatchObject({ isComplete: true, records, halt: null })
}

declare global {
  /** Installed by `speakToEngine`. */
  // oxlint-disable-next-line no-var -- a global of the page
  function engineAsk(asked: {
    readonly path: string
    readonly method: string
    readonly headers: readonly (readonly [string, string])[]
    readonly body: string | null
  }): Promise<{ readonly status: number; readonly text: string }>
}
