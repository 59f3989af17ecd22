import { jsonKind, jsonMembers, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { Table } from '../catalog/catalog.ts'
import { given, type Params } from '../http/params.ts'
import type { Statement } from '../sql/sql.ts'

/** What is to be done for a search: its statement, and the answer around what that gives. */
export interface SearchPlan {
  readonly asked: Statement
  /** What the registry is asked afterwards, if it can't be asked with them: the version and the total. */
  readonly registry: Statement | null
  /** The members of the answer before `filters`, and those after it up to `records`. */
  readonly beforeFilters: string
  readonly beforeRecords: string
  readonly afterRecords: string
  /** `filters` as JSON; null if there are none. */
  readonly filters: JsonText | null
  /** The fields that `filters` compares, each once. */
  readonly filtered: readonly string[]
  readonly includeTotal: boolean
  /** The direction if only `_id` orders the records. */
  readonly byId: 'asc' | 'desc' | null
}

/** What a search has in common with all those that differ from it by the values of their filters only. */
export interface Likeness {
  readonly key: string
  readonly filters: JsonText | null
  readonly values: readonly string[]
}

/** The last plans: making one takes about as long as PostgreSQL takes to find a record by its key. */
export interface SearchPlans {
  /** Whether a search like this one was found to be right, on some table. */
  has(like: Likeness | null): boolean
  /** The plan of a search on this table; null if it has to be made. */
  find(like: Likeness | null, table: Table): SearchPlan | null
  keep(like: Likeness | null, table: Table, plan: SearchPlan): void
}

/** Plans for a service's tables. They are made for a table as it was read, and forgotten with that. */
export function createSearchPlans(): SearchPlans {
  const plans = new Map<
    string,
    { readonly table: Table; readonly plan: SearchPlan; readonly rest: readonly (string | null)[] }
  >()
  return {
    has: (like) => like !== null && plans.has(like.key),
    find(like, table) {
      const known = like === null ? undefined : plans.get(like.key)
      if (like === null || known === undefined || known.table !== table) return null
      const { plan, rest } = known
      return { ...plan, filters: like.filters, asked: { ...plan.asked, values: [...like.values, ...rest] } }
    },
    keep(like, table, plan) {
      // The list of tables is the same object for all services.
      if (like === null || table.number === 0 || plan.asked.text.length > LONGEST_TEXT) return
      const { values } = plan.asked
      // Only if it is certain which value of the statement is which of the filters.
      const isCertain = new Set(values).size === values.length && like.values.every((each, at) => each === values[at])
      if (!isCertain) return
      if (plans.size >= MOST) plans.clear()
      plans.set(like.key, { table, plan, rest: values.slice(like.values.length) })
    },
  }
}

/** What a request is like, if its filters are single texts and whole numbers; otherwise null. */
export function likenessOf(url: Readonly<URL>, params: Params): Likeness | null {
  const filters = given(params, 'filters')
  const values: string[] = []
  let key = url.href
  for (const [name, held] of params) key += measured(name) + (name === 'filters' ? '' : measured(held))
  if (filters !== null) {
    if (jsonKind(filters) !== 'object') return null
    const names = new Set<string>()
    for (const [name, held] of jsonMembers(filters)) {
      const isText = jsonKind(held) === 'string'
      if (name.startsWith('$') || names.has(name) || !(isText || WHOLE.test(held))) return null
      names.add(name)
      values.push(jsonToPlain(held))
      key += (isText ? 'text ' : 'whole ') + measured(name)
    }
  }
  return key.length > LONGEST_KEY ? null : { key, filters, values }
}

/** With its length, so that what is put together can't be mistaken for something else. */
function measured(text: string): string {
  return ` ${text.length} ${text}`
}

/** As `filterCondition` sends a number as it is written. */
const WHOLE = /^-?\d{1,18}$/

const MOST = 200
const LONGEST_KEY = 1000
const LONGEST_TEXT = 20_000
