import type { CallOptions } from '../instances/client/actionClient.ts'
import type { Row } from '../protocol/answers.ts'
import { barsStatement, type Stepped } from '../summary/distributionSql.ts'
import type { Bars, Distribution } from '../summary/figures.ts'
import { askSql, givenCount, givenText, keptTable, type AskedTable } from './askSql.ts'
import { gather } from './gather.ts'

/**
 * So many fields are counted by one statement, which reads the table once for them: two take three quarters of the time of
 * two statements, on PostgreSQL and PGlite; three give too many pairs of steps to be quicker.
 */
const FIELDS_TOGETHER = 2

/** Asks for the bars of fields, those of one moment in pairs. */
export function barsBySql(table: AskedTable): (asked: Stepped, options: CallOptions) => Promise<Distribution> {
  return gather<Stepped, Distribution>(async (asked, options) => {
    const { query, fields } = await keptTable(table, options)
    const { rows } = await askSql(table, barsStatement(query, fields, asked), options)
    const counted = rows.map((row) => ({ row, count: givenCount(row[asked.length]) }))
    const records = counted.reduce((sum, { count }) => sum + count, 0)
    return asked.map(({ scale }, place) => {
      const bars = barsOf(counted, place, scale)
      const given = bars.counts.reduce((sum, count) => sum + count, bars.beside)
      return { records, nulls: records - given, shape: { kind: 'bars', bars }, coverage: { kind: 'all' } }
    })
  }, FIELDS_TOGETHER)
}

/** The counts of the field at that place, whatever the other one is. */
function barsOf(
  counted: readonly { readonly row: Row; readonly count: number }[],
  column: number,
  { edges, isLog }: Stepped['scale'],
): Bars {
  const steps = edges.length - 1
  const counts = Array.from({ length: steps }, () => 0)
  let beside = 0
  const [from = 'null'] = edges
  const to = edges.at(-1) ?? from
  for (const { row, count } of counted) {
    const bar = givenText(row[column])
    if (bar === null) continue
    const place = Number(bar) - 1
    if (place >= 0 && place < steps) counts[place] = (counts[place] ?? 0) + count
    else beside += count
  }
  return { from, to, isLog, counts, beside }
}
