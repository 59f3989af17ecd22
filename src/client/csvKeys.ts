import { storedText, type ColumnType } from './columnTypes.ts'
import type { CsvRecord } from './csvParser.ts'
import type { NewColumn, RefusedRow } from './csvTable.ts'

/** The keys of a file's rows, and the lines that they stand in first. */
export class CsvKeys {
  readonly #columns: readonly (NewColumn & { readonly place: number })[]
  readonly #lines = new Map<string, number>()
  #empty = 0

  /** `key`: the places of its columns, at least one. */
  constructor(columns: readonly NewColumn[], key: readonly number[]) {
    this.#columns = key.flatMap((place) => {
      const column = columns[place]
      return column === undefined ? [] : [{ ...column, place }]
    })
  }

  /** Takes the row's key; where an earlier row has it, why this one is refused. */
  refusalOf({ line, cells }: CsvRecord): RefusedRow | null {
    const values = this.#columns.map(({ type, place }) => keyText(type, cells[place] ?? null))
    if (values.every((value) => value === null)) this.#empty += 1
    // PostgreSQL takes no null to be equal to another.
    if (values.includes(null)) return null
    const key = JSON.stringify(values)
    const first = this.#lines.get(key)
    if (first === undefined) {
      this.#lines.set(key, line)
      return null
    }
    const column = this.#columns.map(({ name }) => name).join(', ')
    return { line, cells, column, reason: `Its key exists already, in line ${first.toLocaleString('en')}.` }
  }

  /** Rows taken so far in which the whole key is null. */
  get empty(): number {
    return this.#empty
  }
}

/**
 * A text that two cells share when the database holds their values for equal. Times with zones are compared as they are
 * written: which of them are equal, the database says when they are loaded.
 */
export function keyText(type: ColumnType, cell: string | null): string | null {
  if (cell === null || (cell === '' && type !== 'text')) return null
  if (type === 'numeric' || type === 'numeric_comma') return numberText(storedText(type, cell))
  if (type === 'bool') return /^(?:t|y|on|1)/i.test(cell) ? 'true' : 'false'
  if (type === 'timestamp') {
    const [, minute = '', second = '', fraction = ''] = /^(.{16})(:\d\d)?(?:\.(\d+))?$/.exec(cell) ?? []
    return `${minute.replace(' ', 'T')}${second || ':00'}.${fraction.replace(/0+$/, '')}`
  }
  return cell
}

/** 1.50, 1.5 and 15e-1 as the same text. */
function numberText(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return '0'
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}
