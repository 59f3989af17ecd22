import type { CallOptions } from '../instances/client/actionClient.ts'
import { fieldKind, type Field } from '../protocol/field.ts'
import { nullsStatement, valuesStatement } from '../summary/distributionSql.ts'
import type { Facet, FacetAsked } from '../summary/figures.ts'
import { askSql, givenCount, keptTable, together, type AskedTable } from './askSql.ts'
import { countedValues } from './valuesBySql.ts'

/** The values of a field, or of its elements, with their counts. */
export async function facetBySql(
  table: AskedTable,
  field: Field,
  { contains, most }: FacetAsked,
  options: CallOptions,
): Promise<Facet> {
  const kept = await keptTable(table, options)
  const by = fieldKind(field.type) === 'array' ? 'element' : 'value'
  // The records without a value may be among the groups, so one more is asked for.
  const values = valuesStatement(kept.query, kept.fields, { field, by, contains, most: most + 1 })
  // An array without elements is not null.
  const nulls = by === 'element' ? [nullsStatement(kept.query, kept.fields, field)] : []
  const [found, counted] = await together(
    [values, ...nulls].map((sql) => (each) => askSql(kept, sql, each)),
    options,
  )
  const rows = found?.rows ?? []
  return {
    values: countedValues(rows).slice(0, most),
    distinct: givenCount(rows[0]?.[2]),
    nulls: givenCount(counted === undefined ? rows[0]?.[3] : counted.rows[0]?.[1]),
    coverage: { kind: 'all' },
  }
}
