import type { Row } from '../../protocol/answers.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { Figure, Grouping, Summary } from '../../summary/summary.ts'

/** Some records at hand, by which fields are judged; there may be none. */
export interface Sample {
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
}

/** A summary to begin with: the records of each group of the field that makes the clearest ones; null if no field does. */
export function firstSummary(fields: readonly Field[], sample: Sample): Summary | null {
  const field = bestToGroup(fields, sample)
  return field === null ? null : summaryBy(groupingOf(field, sample))
}

/** The summary by one grouping: how many records, and which share, the largest groups first; times as they pass. */
export function summaryBy(grouping: Grouping): Summary {
  const isInOrder = typeof grouping.by === 'object' || (grouping.by !== 'value' && grouping.by !== 'element')
  return {
    by: [grouping],
    across: null,
    figures: [{ kind: 'count' }, { kind: 'share' }],
    sort: isInOrder ? null : { by: 0, descending: true },
    keep: [],
    most: null,
  }
}

/** How a field makes groups if nothing is said: dates by year, arrays by element, measures in about ten steps. */
export function groupingOf(field: Field, sample: Sample): Grouping {
  const { id } = field
  switch (fieldKind(field.type)) {
    case 'date':
    case 'timestamp':
      return { field: id, by: 'year' }
    case 'array':
      return { field: id, by: 'element' }
    case 'integer':
    case 'numeric': {
      const step = isCode(field, sample) || isFew(field, sample) ? null : stepOf(valuesOf(field, sample))
      return { field: id, by: step === null ? 'value' : { step } }
    }
    case 'text':
    case 'boolean':
    case 'time':
    case 'json':
    case 'other':
      return { field: id, by: 'value' }
  }
}

/** Whether a field makes groups at all: PostgreSQL compares JSON with nothing. */
export function makesGroups({ type }: Field): boolean {
  return fieldKind(type) !== 'json'
}

/** Whether a field holds numbers that can be added or ordered by size. */
export function isNumber({ type }: Field): boolean {
  const kind = fieldKind(type)
  return kind === 'integer' || kind === 'numeric'
}

/**
 * Whether the numbers of a field are names of something, as wards, tracts, years and ids are: its name says so, or its
 * values look so. Such fields are no measures, unless somebody chooses them.
 */
export function isCode(field: Field, sample: Sample): boolean {
  if (!isNumber(field)) return false
  if (CODE_NAME.test(words(field.id)) || PLACE_NAME.test(words(field.id))) return true
  if (fieldKind(field.type) !== 'integer') return false
  const texts = valuesOf(field, sample).map((value) => jsonToPlain(value))
  if (texts.length < ENOUGH) return false
  const lengths = new Set(texts.map((text) => text.length))
  const areAlike = lengths.size === 1 && texts.every((text) => /^\d{4,}$/.test(text))
  return areAlike && new Set(texts).size > 1
}

/** A measure to work with if nobody has named one: a number that is no code; null if there is none. */
export function firstMeasure(fields: readonly Field[], sample: Sample): Field | null {
  return fields.find((field) => isNumber(field) && !isCode(field, sample)) ?? null
}

/** The fields that a kind of figure can be about. */
export function fieldsFor(kind: Figure['kind'], fields: readonly Field[]): readonly Field[] {
  if (kind === 'count' || kind === 'share') return []
  if (kind === 'distinct') return fields.filter((field) => makesGroups(field))
  if (kind === 'min' || kind === 'max') return fields.filter(({ type }) => ORDERED.has(fieldKind(type)))
  return fields.filter((field) => isNumber(field))
}

const ORDERED: ReadonlySet<string> = new Set(['integer', 'numeric', 'date', 'timestamp', 'time', 'text'])

/** A step of one, two or five times a power of ten, that makes about ten groups of these numbers; null if they are few. */
export function stepOf(values: readonly JsonText[]): string | null {
  const numbers = values.map((value) => Number(jsonToPlain(value))).filter((number) => Number.isFinite(number))
  const sorted = numbers.toSorted((a, b) => a - b)
  // Without the outermost: one absurd value would put all others into one group.
  const least = sorted[Math.floor(sorted.length * 0.02)] ?? 0
  const most = sorted[Math.ceil(sorted.length * 0.98) - 1] ?? 0
  if (!(most > least)) return null
  const raw = (most - least) / 10
  const power = Math.floor(Math.log10(raw))
  const digit = [1, 2, 5, 10].find((each) => each * 10 ** power >= raw * 0.999) ?? 10
  const exponent = digit === 10 ? power + 1 : power
  const first = digit === 10 ? '1' : String(digit)
  return exponent >= 0 ? `${first}${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}${first}`
}

/** The field whose groups say most: few values that come again and again. Without a sample its kind and name decide. */
function bestToGroup(fields: readonly Field[], sample: Sample): Field | null {
  const able = fields.filter((field) => field.id !== '_id' && makesGroups(field))
  const scored = able
    .map((field) => ({ field, distinct: new Set(valuesOf(field, sample)).size, count: valuesOf(field, sample).length }))
    .filter(({ distinct, count }) => distinct > 1 && distinct <= MOST_FEW && distinct * 3 <= count)
  const ofKind = (kind: string) => scored.filter(({ field }) => fieldKind(field.type) === kind)
  const [texts, truths] = [ofKind('text'), ofKind('boolean')]
  const found = texts.toSorted((a, b) => nearness(a.distinct) - nearness(b.distinct))[0] ?? truths[0] ?? scored[0]
  if (found !== undefined) return found.field
  const kinds = ['boolean', 'date', 'timestamp', 'text', 'array']
  return kinds.flatMap((kind) => able.filter(({ type }) => fieldKind(type) === kind))[0] ?? able[0] ?? null
}

/** Four to eight groups are seen at once. */
function nearness(distinct: number): number {
  return Math.abs(distinct - 6)
}

function isFew(field: Field, sample: Sample): boolean {
  const values = valuesOf(field, sample)
  return values.length >= ENOUGH && new Set(values).size <= MOST_FEW
}

/** The values that a field has in the sample, null left out. */
export function valuesOf({ id }: Field, { fields, rows }: Sample): readonly JsonText[] {
  const place = fields.findIndex((field) => field.id === id)
  return rows.flatMap((row) => {
    const value = row[place]
    return value === undefined || value === 'null' ? [] : [value]
  })
}

function words(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .toLowerCase()
}

/** So many values say what the others are like. */
const ENOUGH = 20
const MOST_FEW = 20

const CODE_NAME =
  /(?:^| )(?:id|ids|key|code|codes|no|nr|num|number|year|years|month|week|weekday|day|hour|ward|tract|zip|postcode|plz|fips|district|precinct|zone|block|lot|parcel|phone|iso|nuts|gid|fid|oid|uid|isbn)$|^(?:id|code|year|ward|tract) /
const PLACE_NAME = /(?:^| )(?:lat|latitude|lon|lng|long|longitude|easting|northing|x|y)$/
