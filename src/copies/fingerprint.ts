import type { ActionClient } from '../instances/client/actionClient.ts'
import type { SearchPage } from '../protocol/answers.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import type { Query } from '../query/query.ts'
import { searchParams } from '../query/toSearch.ts'
import { askSearch, believedTotal, evidenceOf } from '../results/walk/evidence.ts'
import { contentOf } from '../results/walk/metRecords.ts'
import { BY_ID } from '../results/walk/pagesWithoutOffset.ts'
import { idsOf } from '../results/walk/pageIds.ts'
import { searchExactly } from '../results/plan/searchExactly.ts'

/** What tells a table from another one of the same name, and from itself after a change. */
export interface Fingerprint {
  /** Name and type of each field. */
  readonly fields: readonly (readonly [name: string, type: string])[]
  readonly total: number | null
  /** The range of `_id`; null if there is none, or if it holds no whole numbers. */
  readonly ids: readonly [lowest: number, highest: number] | null
  /** A digest of the first records. */
  readonly first: string
}

/** A fingerprint with what else its two requests bring. */
export interface Taken {
  readonly fingerprint: Fingerprint
  readonly fields: readonly Field[]
  readonly first: SearchPage
}

/** Takes the fingerprint of what a query finds, by two small requests. */
export async function takeFingerprint(client: ActionClient, query: Query, signal: AbortSignal): Promise<Taken> {
  const byId = { ...query, sort: BY_ID }
  const { answer } = await searchExactly(client, searchParams(byId, { offset: 0, limit: FIRST }, true), { signal })
  const lowest = wholeId(idsOf(answer)[0])
  const isById = answer.fields.some(({ id, type }) => id === '_id' && fieldKind(type) === 'integer') && lowest !== null
  const seen = wholeId(idsOf(answer).at(-1)) ?? Infinity
  const found = isById ? await highestId(client, query, signal) : null
  // A server that doesn't sort gives another one.
  const highest = found !== null && found >= seen ? found : null
  return {
    fields: answer.fields,
    first: answer,
    fingerprint: {
      fields: answer.fields.map(({ id, type }) => [id, type]),
      total: believedTotal(answer, evidenceOf(client)),
      ids: lowest === null || highest === null ? null : [lowest, highest],
      first: contentOf(textsOf(answer).join('\n')),
    },
  }
}

async function highestId(client: ActionClient, query: Query, signal: AbortSignal): Promise<number | null> {
  const last = { ...query, sort: [{ field: '_id', descending: true }] }
  const { answer } = await askSearch(client, searchParams(last, { offset: 0, limit: 1 }, false), { signal })
  return wholeId(idsOf(answer)[0])
}

/** `same`; `grown`: there is more after what was the last record; `other`: anything else has changed. */
export function compareFingerprints(before: Fingerprint, now: Fingerprint): 'same' | 'grown' | 'other' {
  const shape = (print: Fingerprint) => JSON.stringify([print.fields, print.ids?.[0] ?? null, print.first])
  if (shape(before) !== shape(now)) return 'other'
  if (before.total === now.total && before.ids?.[1] === now.ids?.[1]) return 'same'
  const hasMore = before.total !== null && now.total !== null && now.total > before.total
  return hasMore && before.ids !== null && now.ids !== null && now.ids[1] > before.ids[1] ? 'grown' : 'other'
}

/** The records of a page as texts, whatever form they came in. */
export function textsOf(page: SearchPage): readonly string[] {
  if (page.records !== undefined) return page.records.texts
  return page.rows.map((row) => {
    const members = page.fields.flatMap(({ id }, place) => {
      const value = row[place]
      return value === undefined ? [] : [`${JSON.stringify(id)}:${value}`]
    })
    return `{${members.join(',')}}`
  })
}

/** An `_id` as a number; null if it isn't a whole one that numbers hold exactly. */
export function wholeId(id: string | undefined): number | null {
  const number = id !== undefined && /^-?\d{1,16}$/.test(id) ? Number(id) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

/** Records of which the digest is made. */
const FIRST = 100
