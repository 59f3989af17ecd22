import { jsonKind, type JsonText } from '../protocol/jsonText.ts'
import { CHART_KINDS, fieldOf, type ChartData, type ChartField, type ChartKind, type ChartSpec } from './chartData.ts'
import { drawable } from './exact.ts'
import { isLatitude, isLongitude } from './places.ts'

/** The chart that suits the data best by the kinds of its columns; null if nothing in it can be drawn. */
export function proposeChart(data: ChartData): ChartSpec | null {
  if (data.rows.length === 0) return null
  const { times, groups, measures } = rolesOf(data)
  const measure = measures[0] ?? null
  // Rows that are no groups yet are counted.
  const up = data.isGrouped ? measure : null
  const place = placesOf(data)
  if (place !== null) return spec('map', place.longitude.id, place.latitude.id, null)
  const [time] = times
  if (time !== undefined && (measure !== null || !data.isGrouped)) {
    const by = seriesFor(data, groups, time)
    if (by !== null && distinct(data, by) > 1) {
      const kind = up === null || up.isAdditive ? 'stacked' : 'lines'
      return distinct(data, by) > MOST_STACKED
        ? spec('heat', time.id, up?.id ?? null, by.id)
        : spec(kind, time.id, up?.id ?? null, by.id)
    }
    const isLong = distinct(data, time) > MOST_BARS
    return spec(isLong || !(up?.isAdditive ?? true) ? 'lines' : 'stacked', time.id, up?.id ?? null, null)
  }
  const [stepped] = data.fields.filter((field) => field.step !== null)
  if (stepped !== undefined) return spec('stacked', stepped.id, measure?.id ?? null, groups[0]?.id ?? null)
  if (data.isGrouped && measures.length === 1 && groups.length >= 2) {
    const [most, least] = groups.slice(0, 2).toSorted((a, b) => distinct(data, b) - distinct(data, a))
    return spec('heat', least?.id ?? null, measure?.id ?? null, most?.id ?? null)
  }
  const [group] = groups
  if (group !== undefined && (data.isGrouped || measures.length < 2))
    return spec('stacked', group.id, data.isGrouped ? (measure?.id ?? null) : null, null, !isOrdered(group))
  if (measures.length >= 2) return spec('scatter', measures[0]?.id ?? null, measures[1]?.id ?? null, null)
  if (measure !== null) return spec('histogram', measure.id, null, null)
  return null
}

/** Why a kind can't draw the data; the sentence stands in the catalogue under its name. Empty: it can. */
export function unsuitedKinds(data: ChartData): ReadonlySet<ChartKind> {
  const { times, groups, measures } = rolesOf(data)
  const along = [...times, ...groups, ...data.fields.filter((field) => field.step !== null)]
  const isCounted = measures.length > 0 || !data.isGrouped
  const suits: Readonly<Record<ChartKind, boolean>> = {
    stacked: along.length > 0 && isCounted,
    // Beside nothing, they are the bars of `stacked`.
    grouped: along.length > 1 && isCounted,
    lines: along.some(isOrdered) && isCounted,
    area: along.some(isOrdered) && (!data.isGrouped || measures.some((measure) => measure.isAdditive)),
    heat: along.length > 1 && isCounted,
    multiples: along.length > 1 && isCounted,
    histogram: data.fields.some((field) => field.step !== null) || (!data.isGrouped && measures.length > 0),
    box: !data.isGrouped && measures.length > 0,
    scatter: measures.length + times.length > 1 && measures.length > 0,
    map: placesOf(data) !== null,
  }
  return new Set(CHART_KINDS.filter((kind) => !suits[kind]))
}

/** The same question drawn in another way: fields stay where they fit, and others are taken where they don't. */
export function redrawn(data: ChartData, now: ChartSpec, kind: ChartKind): ChartSpec {
  const { times, groups, measures } = rolesOf(data)
  const steps = data.fields.filter((field) => field.step !== null)
  const along = [...times, ...steps, ...groups]
  const keptX = along.find((field) => field.id === now.x)
  const keptY = measures.find((field) => field.id === now.y)
  const keptBy = along.find((field) => field.id === now.series) ?? null
  const count = data.isGrouped ? ((keptY ?? measures[0])?.id ?? null) : (keptY?.id ?? null)
  switch (kind) {
    case 'map': {
      const place = placesOf(data)
      return spec('map', place?.longitude.id ?? null, place?.latitude.id ?? null, keptBy?.id ?? null)
    }
    case 'scatter': {
      const [first, second] = [...new Set([...measures, ...times])]
      return spec('scatter', first?.id ?? null, second?.id ?? null, keptBy?.id ?? null)
    }
    case 'histogram':
      return spec(kind, (steps[0] ?? keptY ?? measures[0])?.id ?? null, steps.length > 0 ? count : null, null)
    case 'box': {
      // A box for each month says less than one for each of a few groups.
      const kept = groups.find(({ id }) => id === now.x || id === now.series)
      const few = groups.find((field) => distinct(data, field) > 1 && distinct(data, field) <= MOST_SERIES)
      return spec('box', (kept ?? few ?? keptX ?? groups[0])?.id ?? null, (keptY ?? measures[0])?.id ?? null, null)
    }
    case 'lines':
    case 'area': {
      const x = keptX !== undefined && isOrdered(keptX) ? keptX : along.find(isOrdered)
      const by = [keptBy, keptX ?? null].find((field) => field !== null && field.id !== x?.id) ?? null
      const y =
        kind === 'area' ? (measures.find((m) => m.isAdditive && m.id === count)?.id ?? additive(measures, data)) : count
      return spec(kind, x?.id ?? null, y, by?.id ?? null)
    }
    case 'stacked':
    case 'grouped':
      return spec(kind, (keptX ?? along[0])?.id ?? null, count, keptBy?.id ?? null, now.isOnSide)
    case 'heat':
    case 'multiples': {
      const x = keptX ?? along[0]
      const by = keptBy ?? along.find((field) => field.id !== x?.id)
      return spec(kind, x?.id ?? null, count, by?.id ?? null)
    }
  }
}

/** The fields that may stand in each part of a chart. */
export function choicesFor(
  data: ChartData,
  kind: ChartKind,
): Readonly<Record<'x' | 'y' | 'series', readonly ChartField[]>> {
  const { times, groups, measures } = rolesOf(data)
  const steps = data.fields.filter((field) => field.step !== null)
  const along = [...times, ...steps, ...groups]
  const numbers = data.fields.filter((field) => field.kind === 'number')
  if (kind === 'scatter' || kind === 'map') {
    const positions = kind === 'map' ? numbers : [...new Set([...numbers, ...times])]
    return { x: positions, y: positions, series: groups }
  }
  if (kind === 'histogram') return { x: steps.length > 0 ? steps : measures, y: [], series: groups }
  if (kind === 'box') return { x: along, y: measures, series: [] }
  const x = kind === 'lines' || kind === 'area' ? along.filter(isOrdered) : along
  return { x, y: kind === 'area' ? measures.filter((field) => field.isAdditive) : measures, series: along }
}

/** The fields that say where on earth a row lies. */
export function placesOf({ fields, rows }: ChartData): { latitude: ChartField; longitude: ChartField } | null {
  const within = (field: ChartField, most: number) => {
    const at = fields.indexOf(field)
    const numbers = rows.slice(0, SAMPLE).flatMap((row) => drawable(row[at] ?? 'null') ?? [])
    return numbers.length > 0 && numbers.every((number) => Math.abs(number) <= most)
  }
  const named = (isNamed: (name: string) => boolean, most: number) =>
    fields.find((field) => field.kind === 'number' && isNamed(field.id) && within(field, most))
  const latitude = named(isLatitude, 90)
  const longitude = named(isLongitude, 180)
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}

function rolesOf(data: ChartData) {
  const times = data.fields.filter((field) => field.kind === 'time' || field.unit !== null)
  const measures = data.fields.filter((field) => field.isMeasure)
  const groups = data.fields.filter(
    (field) =>
      !field.isMeasure &&
      field.step === null &&
      !times.includes(field) &&
      field.kind !== 'other' &&
      (data.isGrouped || tellsGroups(data, field)),
  )
  return { times, groups, measures }
}

/** Whether a few values come again and again; else each row would be a group of its own. */
function tellsGroups(data: ChartData, field: ChartField): boolean {
  const different = distinct(data, field)
  return different > 0 && (different <= MOST_GROUPS || different <= data.rows.length / 3)
}

function seriesFor(data: ChartData, groups: readonly ChartField[], time: ChartField): ChartField | null {
  if (data.isGrouped) return groups.find((field) => field !== time) ?? null
  return groups.find((field) => distinct(data, field) <= MOST_SERIES && distinct(data, field) > 1) ?? null
}

function distinct(data: ChartData, field: ChartField): number {
  const at = data.fields.indexOf(field)
  const known = counted.get(data) ?? new Map<number, number>()
  const count = known.get(at)
  if (count !== undefined) return count
  const values = new Set<JsonText>()
  for (const row of data.rows) if (jsonKind(row[at] ?? 'null') !== 'null') values.add(row[at] ?? 'null')
  counted.set(data, known.set(at, values.size))
  return values.size
}

/** How many different values each field has: asked for at each choice, and the same for the same data. */
const counted = new WeakMap<ChartData, Map<number, number>>()

function isOrdered(field: ChartField): boolean {
  return field.kind === 'time' || field.unit !== null || field.step !== null
}

function additive(measures: readonly ChartField[], data: ChartData): string | null {
  const found = measures.find((measure) => measure.isAdditive)
  return found?.id ?? (data.isGrouped ? (measures[0]?.id ?? null) : null)
}

function spec(kind: ChartKind, x: string | null, y: string | null, series: string | null, isOnSide = false): ChartSpec {
  return { kind, x, y, series, isOnSide }
}

/** Whether a chart names only fields that the data has. */
export function fits(data: ChartData, { x, y, series }: ChartSpec): boolean {
  return [x, y, series].every((id) => id === null || fieldOf(data, id) !== null) && (x !== null || y !== null)
}

const SAMPLE = 1000
const MOST_STACKED = 6
const MOST_SERIES = 8
const MOST_BARS = 40
const MOST_GROUPS = 30
