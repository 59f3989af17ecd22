import {
  columnKey,
  indexCatalogue,
  type CatalogueField,
  type CatalogueIndex,
  type CatalogueTable,
  type CatalogueValue,
} from '../completion/catalogue.ts'
import type { SqlFunction } from '../functions.ts'
import { functionsOfDialect, type Dialect } from '../dialect.ts'
import type { Told } from './messages.ts'

/** Keeps the tables, fields and functions of an instance. */
export interface HeldCatalogue {
  readonly tell: (news: Told) => void
  /** All that was told so far. */
  readonly index: () => CatalogueIndex
  readonly dialect: () => Dialect
}

/** Knows nothing of an instance yet but its functions. */
export function createHeldCatalogue(functions: readonly SqlFunction[]): HeldCatalogue {
  let tables: readonly CatalogueTable[] = []
  let dialect: Dialect = 'any'
  let named: ReadonlySet<string> | null = null
  const fields = new Map<string, readonly CatalogueField[]>()
  const values = new Map<string, ReadonlyMap<string, readonly CatalogueValue[]>>()
  let open: string | null = null
  const missing = new Set<string>()
  const cutValues = new Set<string>()
  const rows = new Map<string, number>()
  let index: CatalogueIndex | null = null
  const holdValues = ({ table, field, values: told, extent }: Extract<Told, { kind: 'values' }>) => {
    const before = extent === 'more' ? (values.get(table)?.get(field) ?? []) : []
    const known = new Set(before.map(({ text }) => text))
    const all = [...before, ...told.filter(({ text }) => !known.has(text))]
    values.set(table, new Map(values.get(table)).set(field, all))
    if (extent === 'cut') cutValues.add(columnKey(table, field))
  }
  return {
    tell(news) {
      index = null
      switch (news.kind) {
        case 'fields':
          if (news.fields === null) missing.add(news.table)
          else fields.set(news.table, news.fields)
          if (news.rows !== null) rows.set(news.table, news.rows)
          return
        case 'values':
          holdValues(news)
          return
        case 'open':
          open = news.table
          return
        case 'tables':
          ;({ tables, dialect, named = null } = news)
      }
    },
    index() {
      index ??= indexCatalogue({
        tables,
        fields,
        values,
        cutValues,
        open,
        missing,
        rows,
        functions,
        allowed: functionsOfDialect(dialect, named),
        refusedWords: new Set(dialect === 'ckan' ? ['FILTER'] : []),
      })
      return index
    },
    dialect: () => dialect,
  }
}
