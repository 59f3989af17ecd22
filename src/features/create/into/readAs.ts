import { databaseType, type ColumnType } from '../../../formats/columnTypes.ts'
import type { FileColumn } from '../../../formats/tableReader.ts'
import { fieldKind, integerRange } from '../../../protocol/field.ts'

/** How a column of a file can be read for a column of a table. */
export interface FoundReading {
  readonly type: ColumnType
  /** The values can be read in another way, too, which stores others: 03/04/2025. Somebody has to say which. */
  readonly isAmbiguous: boolean
}

/** The ways in which the cells of a file can be read for a column of this type of the database, the usual one first. */
export function readingsFor(type: string): readonly ColumnType[] {
  switch (fieldKind(type)) {
    case 'integer':
      return [integerRange(type).most < 2n ** 31n ? 'int4' : 'int8']
    case 'numeric':
      return ['numeric', 'numeric_grouped', 'numeric_comma', 'percent', 'percent_comma']
    case 'boolean':
      return ['bool']
    case 'date':
      return ['date', 'date_dmy', 'date_mdy']
    case 'timestamp':
      return /tz$|with time zone$/i.test(type)
        ? ['timestamptz']
        : ['timestamp', 'timestamp_dmy', 'timestamp_mdy', 'date', 'date_dmy', 'date_mdy']
    case 'json':
      return ['json']
    case 'array':
      return ['json', 'text']
    // Only the server knows what else is written like.
    case 'text':
    case 'time':
    case 'other':
      return ['text']
  }
}

/** The reading that fits the values best, and of those the usual one. */
export function readingOf(column: Pick<FileColumn, 'guess' | 'offers' | 'misfits'>, type: string): FoundReading {
  const readings = readingsFor(type)
  const [usual = 'text'] = readings
  if (readings.includes(column.guess)) return { type: column.guess, isAmbiguous: false }
  const offered = column.offers.map((offer) => offer.type).filter((each) => readings.includes(each))
  const [first] = offered
  if (first !== undefined) return { type: first, isAmbiguous: offered.some((each) => storesOther(first, each)) }
  const best = readings.reduce((least, each) => {
    return column.misfits(each).count < column.misfits(least).count ? each : least
  }, usual)
  return { type: best, isAmbiguous: false }
}

/** A date of one order is stored as another date in the other; a day without a time is the same as one at midnight. */
function storesOther(one: ColumnType, other: ColumnType): boolean {
  return one !== other && databaseType(one) === databaseType(other)
}
