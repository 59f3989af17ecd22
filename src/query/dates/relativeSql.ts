import { inUtc } from '../operatorSql.ts'
import type { Condition } from '../query.ts'
import { NEVER, sqlLiteral, sqlName } from '../sqlText.ts'
import { LATELY_UNITS, NAMED_PERIODS } from './relative.ts'

/** The last so many days, weeks, months or years as a condition in brackets that stays true tomorrow. */
export function latelySql({ field, values }: Condition, type: string): string {
  const [count = '', unit = '', zone = ''] = values
  if (!/^\d{1,4}$/.test(count) || !LATELY_UNITS.some((each) => each === unit) || zone === '') return NEVER
  const today = trunc('day', zone)
  // The day after the one so long ago: today is the last of so many days.
  const from = Number(count) === 0 ? today : `${today} - interval '${Number(count)} ${unit}' + interval '1 day'`
  return stretchSql(field, type, zone, [from, `${today} + interval '1 day'`])
}

/** A period that is named from today, in the same way. */
export function namedPeriodSql({ field, values }: Condition, type: string): string {
  const [name = '', zone = ''] = values
  const period = NAMED_PERIODS.find((each) => each === name)
  if (period === undefined || zone === '') return NEVER
  const [which = '', unit = ''] =
    period === 'today' ? ['this', 'day'] : period === 'yesterday' ? ['last', 'day'] : period.split(' ')
  const begin = trunc(unit, zone)
  // An interval has no quarters.
  const length = `interval '${unit === 'quarter' ? '3 months' : `1 ${unit}`}'`
  return stretchSql(
    field,
    type,
    zone,
    which === 'last' ? [`${begin} - ${length}`, begin] : [begin, `${begin} + ${length}`],
  )
}

/** A moment by the clocks of the zone; weeks begin on Monday. */
function trunc(unit: string, zone: string): string {
  return `date_trunc('${unit}', now() AT TIME ZONE ${sqlLiteral(zone)})`
}

/** What has a zone is compared at the instant, all else by the calendar. */
function stretchSql(field: string, type: string, zone: string, ends: readonly [from: string, until: string]): string {
  const name = sqlName(field)
  const hasZone = inUtc(type, name) !== name
  const [from, until] = ends.map((end) => (hasZone ? `(${end}) AT TIME ZONE ${sqlLiteral(zone)}` : end))
  return `(${name} >= ${from} AND ${name} < ${until})`
}
