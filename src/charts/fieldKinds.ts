import type { Field, FieldKind } from '../protocol/field.ts'
import { jsonKind, jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import type { DateUnit } from '../summary/summary.ts'
import type { ChartField } from './chartData.ts'

/** The kind of a column as a chart sees it. */
export function kindOf(kind: FieldKind): ChartField['kind'] {
  switch (kind) {
    case 'integer':
    case 'numeric':
      return 'number'
    case 'date':
    case 'timestamp':
      return 'time'
    case 'boolean':
      return 'boolean'
    case 'text':
      return 'text'
    case 'time':
    case 'json':
    case 'array':
    case 'other':
      return 'other'
  }
}

/** The unit that the data dictionary names for a field: its own entry, or what stands in brackets after the label. */
export function unitOfField({ info }: Field): string | null {
  const { unit, label } = info ?? {}
  if (typeof unit === 'string' && unit.trim() !== '') return unit.trim()
  const bracketed = typeof label === 'string' ? /[([]([^()[\]]{1,12})[)\]]\s*$/.exec(label)?.[1]?.trim() : undefined
  return bracketed === undefined || bracketed === '' || /^\d+$/.test(bracketed) ? null : bracketed
}

/** Whether numbers of that name stand for things and measure nothing: ids, codes, wards, tracts, places on earth. */
export function isCode(name: string): boolean {
  return CODES.test(words(name))
}

/** Whether the figures of a column of that name may be added up; a mean, a share or a count of different values may not. */
export function isAdditiveName(name: string): boolean {
  return !NOT_ADDITIVE.test(words(name))
}

/** Whether a column of that name counts rows. */
export function isCountName(name: string): boolean {
  return COUNTS.test(words(name))
}

/** The part of a date that a column's values are, by its name and all of them; null if they are none. */
export function unitOfValues(name: string, values: readonly JsonText[]): DateUnit | null {
  const known = values.filter((value) => jsonKind(value) !== 'null')
  if (known.length === 0) return null
  const plain = known.map((value) => jsonToPlain(value).trim())
  const every = (pattern: RegExp) => plain.every((text) => pattern.test(text))
  const within = (from: number, to: number) =>
    plain.every((text) => /^\d{1,4}$/.test(text) && Number(text) >= from && Number(text) <= to)
  const said = words(name)
  if (/\b(?:year|jahr|yr|fy|annee|año)\b/.test(said) && within(1000, 2999)) return 'year'
  if (/\b(?:month|monat|mois|mes)\b/.test(said) && within(1, 12)) return 'monthOfYear'
  if (/\b(?:quarter|quartal|qtr|q)\b/.test(said) && within(1, 4)) return 'quarter'
  if (/\b(?:weekday|dow|isodow|wochentag|day of week)\b/.test(said) && within(0, 7)) return 'weekday'
  if (/\b(?:hour|stunde|hr)\b/.test(said) && within(0, 23)) return 'hourOfDay'
  if (every(/^\d{4}-?Q[1-4]$/)) return 'quarter'
  if (every(/^\d{4}-?W\d\d$/)) return 'week'
  if (every(/^\d{4}-(?:0[1-9]|1[0-2])$/)) return 'month'
  // Infinity is a part of any unit, and a year may have more digits or be before Christ.
  const days = plain.filter((text) => !/^-?infinity$/.test(text)).map((text) => text.replace(/ BC$/, ''))
  const are = (pattern: RegExp) => days.length > 0 && days.every((text) => pattern.test(text))
  if (!are(/^\d{4,7}-\d\d-\d\d(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00(?::?00)?)?)?$/)) return null
  if (days.length > 1 && are(/^\d+-01-01/)) return 'year'
  return days.length > 1 && are(/^\d+-\d\d-01/) ? 'month' : 'day'
}

/** A name as lower-case words: `avgBudget_eur` is `avg budget eur`. */
function words(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase()
}

const CODES =
  /\b(?:ids?|codes?|zip|plz|postcode|postal|ward|tract|fips|lsoa|msoa|uprn|keys?|phone|lat|lon|lng|latitude|longitude|easting|northing|year|jahr)\b|\b(?:no|nr|nummer)$/

const NOT_ADDITIVE =
  /\b(?:avg|average|mean|median|min|max|minimum|maximum|distinct|unique|share|percent|percentage|pct|rate|ratio|index|temperature|speed|height|depth|level|density|mittel|anteil|quote)\b/

const COUNTS = /^(?:count|n|anzahl|records|rows)$|\bcount$/
