import type { DateUnit, Figure, Grouping, GroupFilter, Summary } from '../../src/summary/summary.ts'

/** What a summary is compared with: every column of `everyTypeTable`, by how it may be summarised. */
export const NUMBERS = ['i2', 'i4', 'i8', 'num', '$cost'] as const
export const FLOATS = ['f4', 'f8'] as const
export const TIMES = ['d', 'ts', 'tz'] as const

/** A name as PostgreSQL reads it. */
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The records that a summary is of: `b._id` tells them apart. */
export interface HandBase {
  /** What they match, written by hand. */
  readonly where: string
  /** Records alike in these columns count once. */
  readonly alike: readonly string[] | null
}

/** The expected figures of each group: its keys as plain texts, then the figures. */
export interface HandStatements {
  readonly groups: string
  readonly rows: string | null
  readonly columns: string | null
  readonly total: string
  readonly rest: string | null
  readonly restColumns: string | null
}

/**
 * Statements for a summary that are nothing like those of the page: groups are looked for one by one, and each figure is
 * worked out for each of them by a query of its own.
 */
export function handStatements(summary: Summary, base: HandBase): HandStatements {
  const { by, across, figures, most } = summary
  const table =
    base.alike === null
      ? `select * from TABLE where ${base.where}`
      : `select row_number() over () as _id, d.* from (select distinct ${base.alike.map(quoted).join()} from TABLE where ${base.where}) d`
  const begin = (list: string) => `with b as materialized (${table}), ${list}`
  const keys = by.map((_, at) => `k${at}`)
  const records = `r as materialized (${keyed(by)})`
  const crossed = across === null ? '' : `c as materialized (${keyed([...by, across])})`
  const kA = `k${by.length}`
  const idsOfRow = `select r._id from r where ${same(keys, 'r', 'g')}`
  const ranked = `ranked as materialized (
    select g.*, row_number() over (order by ${orderOf(summary, keys)}) as place
    from (select g.*${named(figures, idsOfRow)} from (select distinct ${keys.join() || '1 as one'} from r) g) g
    where ${keepOf(summary)})`
  const upTo = most === null ? 'true' : `place <= ${most}`
  const shown = (columns: readonly string[]) =>
    [...columns.map((key) => `to_json(${key}) #>> '{}'`), ...figures.map((_, at) => `to_json(f${at}) #>> '{}'`)].join()
  const rows =
    by.length === 0
      ? `${begin(records)} select ${shown([])} from (select 1${named(figures, 'select _id from b')}) g`
      : `${begin(`${records}, ${ranked}`)} select ${shown(keys)} from ranked where ${upTo} order by place`
  const total = `${begin(records)} select ${shown([])} from (select 1${named(figures, 'select _id from b')}) g`
  const left = `select r._id from r join ranked on ${same(keys, 'r', 'ranked')} where place > ${most ?? 0}`
  const hasRest = most !== null && by.length > 0
  const rest = hasRest
    ? `${begin(`${records}, ${ranked}`)} select ${shown([])} from (select 1${named(figures, left)}) g where exists (${left})`
    : null
  if (across === null) return { groups: rows, rows: null, columns: null, total, rest, restColumns: null }
  const cells =
    by.length === 0
      ? `${begin(`${records}, ${crossed}`)} select ${shown([kA])} from (select g.*${named(figures, `select c._id from c where ${same([kA], 'c', 'g')}`)} from (select distinct ${kA} from c) g) g order by ${kA} nulls last`
      : `${begin(`${records}, ${crossed}, ${ranked}`)} select ${shown([...keys.map((key) => `g.${key}`), `g.${kA}`])}
        from (select g.*${named(figures, `select c._id from c where ${same([...keys, kA], 'c', 'g')}`)} from (select distinct ${[...keys, kA].join()} from c) g) g
        join (select ${[...keys, 'place'].join()} from ranked) p on ${same(keys, 'g', 'p')} where p.${upTo === 'true' ? 'place > 0' : upTo} order by p.place, g.${kA} nulls last`
  const ofColumn = `select c._id from c where ${same([kA], 'c', 'g')}`
  const columns = `${begin(crossed)} select ${shown([kA])} from (select g.*${named(figures, ofColumn)} from (select distinct ${kA} from c) g) g order by ${kA} nulls last`
  const leftOfColumn = `select c._id from c join ranked on ${same(keys, 'c', 'ranked')} where place > ${most ?? 0} and ${same([kA], 'c', 'g')}`
  const restColumns = hasRest
    ? `${begin(`${records}, ${crossed}, ${ranked}`)} select ${shown([kA])} from (select g.*${named(figures, leftOfColumn)} from (select distinct c.${kA} from c join ranked on ${same(keys, 'c', 'ranked')} where place > ${most}) g) g order by ${kA} nulls last`
    : null
  return { groups: cells, rows, columns, total, rest, restColumns }
}

/** Each record with each of its groups, once. */
function keyed(by: readonly Grouping[]): string {
  const joins = by.map((each, at) =>
    each.by === 'element' ? ` left join lateral unnest(b.${quoted(each.field)}) as u${at}(e) on true` : '',
  )
  const keys = by.map((each, at) => `, ${keyOf(each, `u${at}.e`)} as k${at}`)
  return `select distinct b._id${keys.join('')} from b${joins.join('')}`
}

function keyOf({ field, by }: Grouping, element: string): string {
  const x = `b.${quoted(field)}`
  if (by === 'element') return element
  if (by === 'value') {
    if (field === 'j' || field === 'jb') return `${x}::text`
    return field === 'f4' || field === 'f8'
      ? `(case when ${x} = 0 then 0::${field === 'f4' ? 'float4' : 'float8'} else ${x} end)`
      : x
  }
  if (typeof by === 'object') {
    const [n, s] = [`${x}::text::numeric`, `${by.step}::numeric`]
    return `(case when ${n} in ('NaN', 'Infinity', '-Infinity') then ${n} else ${n} - ((${n} % ${s}) + ${s}) % ${s} end)`
  }
  return unitOf(field, by, x)
}

function unitOf(field: string, unit: DateUnit, x: string): string {
  if (field === 'tm')
    return unit === 'hour' ? `lpad(extract(hour from ${x})::text, 2, '0') || ':00:00'` : `extract(hour from ${x})::int`
  const t = field === 'tz' ? `timezone('UTC', ${x})` : `${x}::timestamp`
  const day = `make_date(extract(year from ${t})::int, extract(month from ${t})::int, extract(day from ${t})::int)`
  const of: Readonly<Record<DateUnit, string>> = {
    year: `make_date(extract(year from ${t})::int, 1, 1)`,
    quarter: `make_date(extract(year from ${t})::int, extract(quarter from ${t})::int * 3 - 2, 1)`,
    month: `make_date(extract(year from ${t})::int, extract(month from ${t})::int, 1)`,
    week: `${day} - ((extract(dow from ${t})::int + 6) % 7)`,
    day,
    hour: `${day} + extract(hour from ${t})::int * interval '1 hour'`,
    weekday: `(extract(dow from ${t})::int + 6) % 7 + 1`,
    monthOfYear: `extract(month from ${t})::int`,
    hourOfDay: `extract(hour from ${t})::int`,
  }
  const again = unit === 'weekday' || unit === 'monthOfYear' || unit === 'hourOfDay'
  const endless = again ? 'null' : unit === 'hour' ? t : `${t}::date`
  return `(case when isfinite(${t}) then ${of[unit]} else ${endless} end)`
}

function same(keys: readonly string[], one: string, other: string): string {
  return keys.map((key) => `${one}.${key} is not distinct from ${other}.${key}`).join(' and ') || 'true'
}

/** `, … as f0, … as f1` of the records with these ids. */
function named(figures: readonly Figure[], ids: string): string {
  return figures.map((figure, at) => `, ${figureOf(figure, ids)} as f${at}`).join('')
}

function figureOf(figure: Figure, ids: string): string {
  const count = `(select count(*) from (select distinct _id from (${ids}) i) n)`
  if (figure.kind === 'count') return count
  if (figure.kind === 'share') return `${count}::float8 / nullif((select count(*) from b), 0)`
  if (!('field' in figure)) return 'null'
  const { field, kind } = figure
  const x = quoted(field)
  const isFloat = field === 'f4' || field === 'f8'
  const isNumber = isFloat || NUMBERS.some((name) => name === field) || field === 'at :m?'
  // NaN and infinity are values, but nothing is worked out of them; infinity is the least or the greatest.
  const isOrdered = isNumber || TIMES.some((name) => name === field)
  const others = kind === 'min' || kind === 'max' ? `('nan')` : `('nan', 'infinity', '-infinity')`
  const isGiven =
    isOrdered && kind !== 'distinct' ? `lower(coalesce(${x}::text, 'NaN')) not in ${others}` : `${x} is not null`
  const values = `(select ${x} as x from b where _id in (${ids}) and ${isGiven}) v`
  // A mean of 0.1 as a float4 is a little more than one of 0.1, and may be rounded otherwise.
  const n = field === 'f4' ? 'x::float8::numeric' : isFloat ? 'x::text::numeric' : 'x'
  switch (kind) {
    case 'distinct':
      return `(select count(*) from (select distinct ${field === 'j' ? 'x::text' : 'x'} from ${values}) s)`
    case 'sum':
      return `(select sum(${n}) from ${values})`
    case 'mean':
      return `(select sum(${n})::numeric / count(*) from ${values} having count(*) > 0)`
    case 'min':
      return `(select x from ${values} order by x limit 1)`
    case 'max':
      return `(select x from ${values} order by x desc limit 1)`
    case 'median': {
      const placed = `(select x, row_number() over (order by x) as n, count(*) over () as c from ${values}) p`
      return isNumber
        ? `(select case count(*) when 1 then sum(${n}) else sum(${n}) * 0.5 end from ${placed} where n in ((c + 1) / 2, c / 2 + 1))`
        : `(select x from ${placed} where n = (c + 1) / 2)`
    }
  }
}

function orderOf({ sort, figures }: Summary, keys: readonly string[]): string {
  const down = sort?.descending === true ? ' desc' : ''
  if (sort === null || sort.by === 'group') return keys.map((key) => `${key}${down} nulls last`).join() || '1'
  const first = figures[sort.by] === undefined ? [] : [`f${sort.by}${down} nulls last`]
  return [...first, ...keys.map((key) => `${key} nulls last`)].join() || '1'
}

function keepOf({ keep, figures }: Summary): string {
  const part = ({ figure, sign, value }: GroupFilter) =>
    figures[figure]?.kind === 'share'
      ? `(select count(*) from b) * ${value}::numeric ${mirrored(sign)} (g.f${figure} * (select count(*) from b))::numeric`
      : `g.f${figure} ${sign} ${value}::numeric`
  return keep.map(part).join(' and ') || 'true'
}

function mirrored(sign: GroupFilter['sign']): string {
  return { '>': '<', '>=': '<=', '<': '>', '<=': '>=', '=': '=' }[sign]
}
