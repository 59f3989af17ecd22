import { decodeSearch, type SearchPage } from '../../src/protocol/answers.ts'
import {
  BETWEEN_RECORDS,
  type CopyAnswer,
  type CopyPage,
  type StoredAnswer,
  type StoredCopy,
} from '../../src/protocol/copyMessages.ts'
import { readEnvelope } from '../../src/protocol/envelope.ts'
import type { Handler } from '../../src/protocol/handler.ts'
import { idsOf } from '../../src/results/walk/pageIds.ts'

/** For tests: the copies' database without PostgreSQL, as it answers to the page; `texts` are the records of each table. */
export function memoryCopies() {
  const tables = new Map<string, { texts: string[]; state: string; last: number | null }>()
  let answers = 0
  const handler: Handler = async (request) => {
    const path = new URL(request.url).pathname.replace('/copy/', '')
    const body = await request.text()
    if (path === 'list') {
      const list: StoredCopy[] = [...tables].map(([id, { texts, state, last }]) => {
        return { id, records: texts.length, bytes: 100 * texts.length, state, last, asText: [] }
      })
      return Response.json(list)
    }
    if (path === 'page') {
      const end = body.indexOf('\n')
      const { id, before, state, last }: CopyPage = JSON.parse(body.slice(0, end))
      const table = tables.get(id)
      if (table === undefined) return refuse('noSuchCopy')
      if (table.texts.length !== before) return refuse('otherRecords')
      if (end + 1 < body.length) table.texts.push(...body.slice(end + 1).split(BETWEEN_RECORDS))
      Object.assign(table, { state, last })
      return Response.json({ records: table.texts.length })
    }
    if (path === 'answer') {
      const end = body.indexOf('\n')
      const { id, before, after, fields, state }: CopyAnswer = JSON.parse(body.slice(0, end))
      const table = tables.get(id)
      if (table === undefined) return refuse('noSuchCopy')
      if (table.texts.length !== before) return refuse('otherRecords')
      const page = plainPage(body.slice(end + 1))
      const ids = page === null ? [] : idsOf(page).map(Number)
      const isPlain =
        JSON.stringify(page?.fields) === JSON.stringify(fields) &&
        ids.length === page?.records?.texts.length &&
        ids.every((number, at) => number > (ids[at - 1] ?? after ?? -Infinity))
      if (page === null || !isPlain) return refuse('otherAnswer')
      answers += 1
      table.texts.push(...(page.records?.texts ?? []))
      Object.assign(table, { state, last: ids.at(-1) ?? table.last })
      const stored: StoredAnswer = {
        records: table.texts.length,
        given: ids.length,
        last: ids.at(-1) ?? null,
        limit: page.limit,
      }
      return Response.json(stored)
    }
    const { id, ids, state } = JSON.parse(body)
    if (path === 'begin') tables.set(id, { texts: [], state, last: null })
    else if (path === 'drop') for (const each of ids) tables.delete(each)
    else if (path === 'end') {
      const keys = (tables.get(id)?.texts ?? []).flatMap((text) => Object(JSON.parse(text))['_id'] ?? [])
      if (new Set(keys).size < keys.length) return refuse('idsTwice')
    }
    return Response.json({})
  }
  return { handler, tables, texts: (id: string) => tables.get(id)?.texts ?? [], answers: () => answers }
}

function plainPage(body: string): SearchPage | null {
  try {
    const page = decodeSearch(readEnvelope(200, body))
    return page.hasGuessedFields === true ? null : page
  } catch {
    return null
  }
}

function refuse(refusal: string): Response {
  return Response.json({ refusal, said: refusal }, { status: 409 })
}
