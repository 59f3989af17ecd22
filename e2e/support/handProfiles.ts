import { fieldKind, type Field } from '../../src/protocol/field.ts'
import type { Bars, Distribution, Facet, FarOut } from '../../src/summary/figures.ts'
import type { EveryType } from './everyType.ts'

/** What is compared of a profile as single figures. */
export const PROFILED = [
  'distinct',
  'min',
  'max',
  'mean',
  'median',
  'lowerQuartile',
  'upperQuartile',
  'negative',
  'zero',
  'empty',
  'longest',
  'nan',
  'infinite',
  'infiniteBelow',
] as const

/** A bound, which is JSON, as SQL. */
const literal = (bound: string) => `'${bound.replaceAll('"', '')}'`

type Table = Pick<EveryType, 'rowsOf'>
type RowsOf = EveryType['rowsOf']

const quoted = ({ id }: Field) => `"${id}"`
const isFloat = ({ type }: Field) => type.startsWith('float')
const isNumber = ({ type }: Field) => ['integer', 'numeric'].includes(fieldKind(type))
const isMoment = ({ type }: Field) => ['date', 'timestamp', 'time'].includes(fieldKind(type))
/** Equal values alike, as JSON. */
const valueOf = (field: Field) => (isFloat(field) ? `(case when x = 0 then 0 else x end)` : 'x')

/** How many values lie in each step, compared one edge after the other. */
export async function countsByHand(table: Table, field: Field, bars: Bars): Promise<readonly number[]> {
  const name = quoted(field)
  const steps = bars.counts.length
  const [from, to] = [bars.from, bars.to].map((edge) => edge.replaceAll('"', ''))
  if (from === to) {
    const [[all] = []] = await table.rowsOf(`select count(*) from TABLE where ${name}::text = '${from}'`)
    return [Number(all)]
  }
  const zero = bars.afterZero === undefined ? 0 : 1
  const powers = [bars.afterZero ?? from, to].map((edge) => Math.round(Math.log10(Number(edge))))
  const counts = Array.from({ length: steps }, async (_, step) => {
    if (step < zero) {
      const [[zeros] = []] = await table.rowsOf(`select count(*) from TABLE where ${name} = 0`)
      return Number(zeros)
    }
    // Edges of floats are the doubles next to decimals.
    const type = isNumber(field) ? (field.type === 'float4' ? 'float4' : isFloat(field) ? 'float8' : 'numeric') : null
    if (bars.isLog) {
      const [begin, end] = [step - zero, step - zero + 1].map((at) => `${logEdge(powers, at, steps - zero)}::${type}`)
      const [[count] = []] = await table.rowsOf(
        `select count(*) from TABLE where ${name} >= ${begin} and ${name} < ${end}`,
      )
      return Number(count)
    }
    const edge = (at: number) =>
      type === null
        ? `('${from}'::${momentType(field)} + ('${to}'::${momentType(field)} - '${from}'::${momentType(field)}) * ${at} / ${steps})`
        : `(${from}::numeric + (${to}::numeric - ${from}::numeric) * ${at} / ${steps})::${type}`
    const last = fieldKind(field.type) === 'time' && step === steps - 1 ? `'${to}'::interval` : edge(step + 1)
    const value = type === null ? `${name}::${momentType(field)}` : name
    const [[count] = []] = await table.rowsOf(
      `select count(*) from TABLE where ${value} >= ${edge(step)} and ${value} < ${last}`,
    )
    return Number(count)
  })
  return Promise.all(counts)
}

/** Where one of so many logarithmic steps between two powers of ten begins: in three digits. */
function logEdge([from = 0, to = 0]: readonly number[], at: number, steps: number): string {
  const each = steps / (to - from)
  return `(round(power(10::float8, ${at % each} / ${each}::float8)::numeric, 2) * '1e${from + Math.floor(at / each)}'::numeric)`
}

function momentType({ type }: Field): string {
  return type === 'time' ? 'interval' : type === 'date' ? 'timestamp' : type
}

/** The ten most frequent values. */
export async function valuesByHand(table: Table, field: Field): Promise<Distribution['shape']> {
  const { values, distinct } = await facetByHand(table, field, '', 10, 'value')
  const [[given] = []] = await table.rowsOf(`select count(${quoted(field)}) from TABLE`)
  if (Number(given) === 0) return { kind: 'nothing' }
  if (distinct === Number(given) && distinct > values.length) return { kind: 'allDistinct', distinct }
  const named = values.reduce((sum, { count }) => sum + count, 0)
  return { kind: 'values', values, others: Number(given) - named, distinct }
}

/** The years with the text in them, the last one first, each counted by itself; infinity at the ends. */
export async function yearsByHand(table: Table, field: Field, contains: string, most: number): Promise<Facet> {
  const name = quoted(field)
  const utc = field.type === 'timestamptz' ? `${name} at time zone 'UTC'` : name
  const year = `extract(year from ${utc})`
  const called = `(case when not isfinite(${name}) then ${name}::text when ${year} < 0 then (-${year})::text || ' BC' else lpad(${year}::text, greatest(4, length(${year}::text)), '0') end)`
  const years = `select ${called} as y, date_trunc('year', ${utc}) as at from TABLE where ${name} is not null`
  const found = await table.rowsOf(
    `select y, count(*) from (${years}) v where strpos(lower(y), lower('${contains}')) > 0 group by y, at order by at desc`,
  )
  const [[nulls] = []] = await table.rowsOf(`select count(*) from TABLE where ${name} is null`)
  return {
    values: found.slice(0, most).map(([year, count]) => ({ value: JSON.stringify(year), count: Number(count) })),
    distinct: found.length,
    nulls: Number(nulls),
    coverage: { kind: 'all' },
  }
}

/** Values with the text in them, or elements, each counted by itself. */
export async function facetByHand(
  table: Table,
  field: Field,
  contains: string,
  most: number,
  by: 'value' | 'element' = fieldKind(field.type) === 'array' ? 'element' : 'value',
): Promise<Facet> {
  const name = quoted(field)
  const isJson = fieldKind(field.type) === 'json'
  const plain = isJson ? `${name}::text` : name
  const each =
    by === 'element'
      ? `select distinct _id, e as x from TABLE, unnest(${name}) e where e is not null`
      : `select _id, ${plain} as x from TABLE where ${name} is not null`
  const text = contains.toLowerCase().replaceAll('%', '\\%')
  const like = contains === '' ? 'true' : `lower(x::text) like '%' || '${text}' || '%' escape '\\'`
  const shown = isJson ? 'x' : `to_json(${valueOf(field)})::text`
  const found = await table.rowsOf(
    `select min(${shown}), count(*) from (${each}) v where ${like} group by x order by count(*) desc, x`,
  )
  const [[nulls] = []] = await table.rowsOf(`select count(*) from TABLE where ${name} is null`)
  return {
    values: found.slice(0, most).map(([value, count]) => ({ value: value ?? '', count: Number(count) })),
    distinct: found.length,
    nulls: Number(nulls),
    coverage: { kind: 'all' },
  }
}

/** Of both neighbours of a quartile each counts by how near it is. */
const near = (share: string) => `greatest(1 - abs(${share} * (c - 1) - (n - 1)), 0)`

/** The single figures of a profile as plain texts, and the ways in which texts are built. */
export async function profileByHand(rowsOf: RowsOf, field: Field) {
  const kind = fieldKind(field.type)
  const json = kind === 'json'
  const v = `(select ${quoted(field)}${json ? '::text' : ''} as x from TABLE where ${quoted(field)} is not null) v`
  // NaN has no place among the others; it and infinity are none to work with.
  const ordered = isNumber(field) ? `(select x from ${v} where lower(x::text) <> 'nan') v` : v
  const numbers =
    isNumber(field) || isMoment(field)
      ? `(select x from ${v} where lower(x::text) not in ('nan', 'infinity', '-infinity')) v`
      : v
  const one = async (sql: string | null) => (sql === null ? null : ((await rowsOf(sql))[0]?.[0] ?? null))
  const counted = (...texts: readonly string[]) =>
    one(`select count(*) from ${v} where lower(x::text) in (${texts.map((text) => `'${text}'`).join()})`)
  const shown = `to_json(${valueOf(field)}) #>> '{}'`
  const isOrdered = kind === 'text' || isNumber(field) || isMoment(field)
  const placed = `(select x, row_number() over (order by x) as n, count(*) over () as c from ${numbers}) p`
  const at = (place: string) =>
    isNumber(field) || isMoment(field) ? `select ${shown} from ${placed} where n = ${place}` : null
  const exact = isFloat(field) ? 'x::text::numeric' : 'x'
  const between = (share: string) =>
    `select sum(${exact} * ${near(share)})::text from ${placed} where ${near(share)} > 0`
  const figures = {
    distinct: await one(`select count(*) from (select distinct x from ${v}) d`),
    min: isOrdered ? await one(`select ${shown} from ${ordered} order by x limit 1`) : null,
    max: isOrdered ? await one(`select ${shown} from ${ordered} order by x desc limit 1`) : null,
    mean: isNumber(field)
      ? await one(`select sum(${exact})::numeric / count(*) from ${numbers} having count(*) > 0`)
      : null,
    median: isNumber(field)
      ? await one(
          `select (case count(*) when 1 then sum(${exact}) else sum(${exact}) * 0.5 end)::text from ${placed} where n in ((c + 1) / 2, c / 2 + 1)`,
        )
      : await one(at('(c + 1) / 2')),
    lowerQuartile: await one(isNumber(field) ? between('0.25') : at('ceil(c / 4.0)')),
    upperQuartile: await one(isNumber(field) ? between('0.75') : at('ceil(c * 3 / 4.0)')),
    negative: isNumber(field) ? await one(`select coalesce(sum((x < 0)::int), 0)::text from ${ordered}`) : null,
    zero: isNumber(field) ? await one(`select coalesce(sum((x = 0)::int), 0)::text from ${v}`) : null,
    nan: kind === 'numeric' ? await counted('nan') : null,
    infinite: ['numeric', 'date', 'timestamp'].includes(kind) ? await counted('infinity', '-infinity') : null,
    infiniteBelow: ['numeric', 'date', 'timestamp'].includes(kind) ? await counted('-infinity') : null,
    empty: kind === 'text' ? await one(`select coalesce(sum((char_length(x) = 0)::int), 0)::text from ${v}`) : null,
    longest:
      kind === 'text'
        ? await one(`select char_length(x) from ${v} order by 1 desc limit 1`)
        : kind === 'array'
          ? await one(`select coalesce(array_length(x, 1), 0) from ${v} order by 1 desc limit 1`)
          : null,
  }
  const built = `regexp_replace(regexp_replace(regexp_replace(substr(x::text, 1, 40), '[A-Z]', 'A', 'g'), '[a-z]', 'a', 'g'), '[0-9]', '9', 'g')`
  const patterns =
    kind === 'text'
      ? await rowsOf(`select ${built} as p, count(*) from ${v} group by 1 order by 2 desc, 1 limit 10`)
      : []
  return { figures, patterns: patterns.map(([pattern, count]) => ({ pattern: pattern ?? '', count: Number(count) })) }
}

/** How many values lie beyond the bounds. */
export async function beyondByHand(table: Table, field: Field, { below, above }: FarOut): Promise<number> {
  const name = quoted(field)
  const isNumeral = ` and lower(${name}::text) <> 'nan'`
  const parts = [
    ...(below === null ? [] : [`${name} < ${literal(below)}`]),
    ...(above === null ? [] : [`${name} > ${literal(above)}${isNumeral}`]),
  ]
  const [[count] = []] = await table.rowsOf(`select count(*) from TABLE where ${parts.join(' or ')}`)
  return Number(count)
}

/** Counts by a part of a date. */
export async function periodByHand(
  table: Table,
  field: Field,
  unit: 'year' | 'month' | 'day' | 'weekday',
): Promise<readonly (readonly [string | null, number])[]> {
  const t = field.type === 'timestamptz' ? `timezone('UTC', ${quoted(field)})` : `${quoted(field)}::timestamp`
  const part = {
    year: `make_date(extract(year from ${t})::int, 1, 1)`,
    month: `extract(month from ${t})::int`,
    day: `extract(day from ${t})::int`,
    weekday: `(extract(dow from ${t})::int + 6) % 7 + 1`,
  }[unit]
  const rows = await table.rowsOf(
    `select to_json(p) #>> '{}', count(*) from (select ${part} as p from TABLE where isfinite(${t})) q group by p order by p`,
  )
  return rows.map(([value, count]) => [value ?? null, Number(count)])
}
