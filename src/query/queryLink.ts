import type { QueryName } from './linkNames.ts'
import { operatorOf, operatorOfLink } from './operators/registry.ts'
import type { Condition, Query, QueryBody, Sort, Where } from './query.ts'
import { allParts, newConditionId, partsOf } from './where.ts'

/** One parameter of a link, before it is escaped. */
export type LinkPair = readonly [name: string, value: string]

/**
 * The parameters of a link that mean a query of some table. A condition is a parameter of its own, named by its
 * operator: `filter=["stage","active"]`. Groups, and what is off, inverted or without null, are JSON under `where`. Nothing
 * is written for what isn't asked.
 */
export function linkOfQuery(query: QueryBody): readonly LinkPair[] {
  const pairs: LinkPair[] = []
  const add = (name: QueryName, value: string) => pairs.push([name, value])
  if (query.search !== '') add('q', query.search)
  for (const part of allParts(query.where)) pairs.push(pairOf(part))
  for (const sort of query.sort) add('sort', sortText(sort))
  for (const { field, nullsFirst } of query.sort) if (nullsFirst === true) add('nulls', field)
  if (query.limit !== null) add('limit', String(query.limit))
  if (query.columns !== null) add('columns', JSON.stringify(query.columns))
  if (query.distinct === true) add('distinct', 'true')
  return pairs
}

/** The query in a link's parameters. Never throws: what is unknown or damaged is left out. */
export function queryOfLink(pairs: readonly LinkPair[]): QueryBody {
  const all = (wanted: QueryName) => pairs.filter(([name]) => name === wanted).map(([, value]) => value)
  const limit = all('limit')[0] ?? ''
  const nullsFirst = new Set(all('nulls'))
  return {
    columns: textsOf(parsed(all('columns')[0] ?? '')),
    ...(all('distinct')[0] === 'true' ? { distinct: true } : {}),
    where: { all: pairs.flatMap(([name, value]) => partOf(name, value) ?? []) },
    search: all('q')[0] ?? '',
    sort: all('sort')
      .flatMap((text) => sortOf(text) ?? [])
      .map((sort) => (nullsFirst.has(sort.field) ? { ...sort, nullsFirst: true } : sort)),
    limit: /^\d{1,15}$/.test(limit) ? Number(limit) : null,
  }
}

/** A query as one text, the same for equal queries, whatever the ids of their conditions. */
export function queryText(query: Query): string {
  return JSON.stringify([query.resource, linkOfQuery(query)])
}

/** A part of the conditions as one text, the same for equal parts, whatever their ids. */
export function partText(where: Where): string {
  return JSON.stringify(pairOf(where))
}

function pairOf(part: Where): LinkPair {
  if (!('field' in part) || part.off === true || part.withoutNull === true)
    return ['where', JSON.stringify(jsonOf(part))]
  return [operatorOf(part.op).link, JSON.stringify([part.field, ...part.values])]
}

function partOf(name: string, value: string): Where | null {
  const json = parsed(value)
  if (name === 'where') return whereOf(json, 0)
  const texts = textsOf(json)
  return texts === null ? null : conditionOf(name, texts)
}

/**
 * A condition is `[operator, field, ...values]`, a group has its parts in a list under `all` or `any`. What is more about
 * them stands around: `{"off": …}`, `{"not": …}` around a group, `{"known": …}` around a condition without null.
 */
type WhereJson = readonly string[] | { readonly [name: string]: readonly WhereJson[] | WhereJson }

function jsonOf(where: Where): WhereJson {
  if (where.off === true) {
    const { off: _, ...rest } = where
    return { off: jsonOf(rest) }
  }
  if ('field' in where) {
    const condition = [operatorOf(where.op).link, where.field, ...where.values]
    return where.withoutNull === true ? { known: condition } : condition
  }
  const parts = partsOf(where).map((part) => jsonOf(part))
  const group = 'all' in where ? { all: parts } : { any: parts }
  return where.not === true ? { not: group } : group
}

function whereOf(json: unknown, depth: number): Where | null {
  if (Array.isArray(json)) {
    const [link, ...texts] = textsOf(json) ?? []
    return link === undefined ? null : conditionOf(link, texts)
  }
  if (typeof json !== 'object' || json === null || depth > DEEPEST) return null
  if ('all' in json) return groupOf(json.all, depth, (all) => ({ all }))
  if ('any' in json) return groupOf(json.any, depth, (any) => ({ any }))
  if ('off' in json) {
    const part = whereOf(json.off, depth + 1)
    return part === null || part.off === true ? null : { ...part, off: true }
  }
  if ('not' in json) {
    const part = whereOf(json.not, depth + 1)
    return part === null || 'field' in part || part.not === true || part.off === true ? null : { ...part, not: true }
  }
  if (!('known' in json)) return null
  const condition = whereOf(json.known, depth + 1)
  if (condition === null || !('field' in condition) || operatorOf(condition.op).keepsNull !== true) return null
  return condition.off === true || condition.withoutNull === true ? null : { ...condition, withoutNull: true }
}

/** A group with a part that can't be read is left out as a whole: without the part it would ask for something else. */
function groupOf(json: unknown, depth: number, join: (parts: readonly Where[]) => Where): Where | null {
  if (!Array.isArray(json)) return null
  const parts = json.flatMap((part) => whereOf(part, depth + 1) ?? [])
  return parts.length === json.length ? join(parts) : null
}

/** Nobody writes deeper trees; walking them would overflow the stack. */
const DEEPEST = 100

function conditionOf(link: string, [field, ...values]: readonly string[]): Condition | null {
  const operator = operatorOfLink(link, values.length)
  if (operator === null || field === undefined) return null
  return { id: newConditionId(), field, op: operator.id, values }
}

function textsOf(json: unknown): readonly string[] | null {
  return Array.isArray(json) && json.every((item) => typeof item === 'string') ? json : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `-field` is descending. An ascending key gets a `+` if its name is empty or begins with one of these signs. */
function sortText({ field, descending }: Sort): string {
  if (descending) return `-${field}`
  return /^(?:[-+]|$)/.test(field) ? `+${field}` : field
}

function sortOf(text: string): Sort | null {
  if (text === '') return null
  const sign = text.charAt(0)
  return { field: sign === '-' || sign === '+' ? text.slice(1) : text, descending: sign === '-' }
}
