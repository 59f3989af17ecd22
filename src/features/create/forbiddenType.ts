import type { ColumnType } from '../../formats/columnTypes.ts'
import type { FileColumn, Misfit } from '../../formats/tableReader.ts'

/** A narrower type that a column might have, and the first value for which it hasn't. */
export interface ForbiddenType {
  readonly type: ColumnType
  readonly by: Misfit
  /** What is so of that value. */
  readonly because: 'leadingZeros' | 'notNumber' | 'notDate' | 'tooLarge' | 'decimals' | 'hasTime'
}

/**
 * Why the column isn't of the narrower type that people may expect: the first value that forbids it; null if nothing else
 * was to be expected. Of several types, that which fits longest.
 */
export function forbiddenType({ guess, forbids }: Pick<FileColumn, 'guess' | 'forbids'>): ForbiddenType | null {
  const [first, ...others] = (NARROWER[guess] ?? []).flatMap((type) => {
    const by = forbids(type)
    // Words say by themselves that they are no numbers and no dates; of a day like 05/02/2025 it is asked how it is read.
    return by === null || !/\d/.test(by.value) || IS_DAY.test(by.value)
      ? []
      : [{ type, by, because: because(guess, type, by.value) }]
  })
  if (first === undefined) return null
  return others.reduce((best, each) => (each.by.line > best.by.line ? each : best), first)
}

function because(guess: ColumnType, type: ColumnType, value: string): ForbiddenType['because'] {
  if (type === 'int4') return 'tooLarge'
  if (type === 'int8') return 'decimals'
  if (guess === 'timestamp') return 'hasTime'
  if (type !== 'numeric') return 'notDate'
  return /^\s*-?0\d[\d.,]*\s*$/.test(value) ? 'leadingZeros' : 'notNumber'
}

const IS_DAY = /^\s*\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s*$/

const NARROWER: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  text: ['numeric', 'date', 'timestamp'],
  int8: ['int4'],
  numeric: ['int8'],
  numeric_comma: ['int8'],
  timestamp: ['date'],
}
