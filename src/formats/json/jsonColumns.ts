import {
  jsonElements,
  jsonKind,
  jsonMembers,
  jsonToPlain,
  quoteNotNumbers,
  type JsonText,
} from '../../protocol/jsonText.ts'
import { ProblemError, problemOf } from '../../protocol/problem.ts'
import type { ColumnType } from '../columnTypes.ts'
import type { FileColumn } from '../tableReader.ts'

/**
 * The columns of JSON records: all names that any of them has, in the order of their first use. Of GeoJSON's features these
 * are the properties, and the geometry as JSON.
 */
export class JsonColumns {
  readonly #places = new Map<string, number>()
  readonly #kinds: Set<'text' | 'number' | 'boolean' | 'nested'>[] = []
  readonly #onColumn: (name: string | null) => void

  /** `onColumn` is told of each new column. */
  constructor(onColumn: (name: string | null) => void) {
    this.#onColumn = onColumn
  }

  /** The cells of a record; `number` is where it is found. Throws `ProblemError` if it is no JSON. */
  cellsOf(record: JsonText, number: number): readonly (string | null)[] {
    const cells: (string | null)[] = []
    for (const [key, name, value] of readMembers(record, number)) {
      const place = this.#placeOf(key, name)
      const kind = jsonKind(value)
      cells[place] = kind === 'null' ? null : jsonToPlain(value)
      if (kind !== 'null')
        this.#kinds[place]?.add(kind === 'string' ? 'text' : kind === 'object' || kind === 'array' ? 'nested' : kind)
    }
    return Array.from(cells, (cell) => cell ?? null)
  }

  /** The type of a column, by what JSON calls its values: a text of digits stays text, a long number is no code. */
  typeOf(place: number, guess: ColumnType, misfits: FileColumn['misfits']): ColumnType {
    const kinds = this.#kinds[place] ?? new Set()
    if (kinds.size !== 1) return kinds.has('nested') && guess === 'json' ? 'text' : guess
    if (kinds.has('text')) return DATES.has(guess) ? guess : 'text'
    return kinds.has('number') && guess === 'text' && misfits('numeric').count === 0 ? 'numeric' : guess
  }

  #placeOf(key: string, name: string | null): number {
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place = this.#places.size
    this.#places.set(key, place)
    this.#kinds.push(new Set())
    this.#onColumn(name)
    return place
  }
}

const DATES: ReadonlySet<ColumnType> = new Set(['date', 'timestamp', 'timestamptz'])

type Member = readonly [key: string, name: string | null, value: JsonText]

function readMembers(record: JsonText, number: number): readonly Member[] {
  try {
    return membersOf(record)
  } catch {
    try {
      // Python writes NaN, which JSON doesn't have.
      return membersOf(quoteNotNumbers(record))
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code !== 'notJson') throw error
      throw new ProblemError({ code: 'recordNotJson', record: number, fault: problem.fault }, { cause: error })
    }
  }
}

function membersOf(record: JsonText): readonly Member[] {
  const kind = jsonKind(record)
  if (kind === 'array') return jsonElements(record).map((value, place) => [`#${place}`, null, value])
  if (kind !== 'object') return [['value', 'value', jsonElements(`[${record}]`)[0] ?? 'null']]
  const members = jsonMembers(record)
  const type = members.find(([name]) => name === 'type')?.[1]
  const properties = members.find(([name]) => name === 'properties')?.[1]
  if (type !== '"Feature"' || properties === undefined) return members.map(([name, value]) => [`.${name}`, name, value])
  const [id, geometry] = ['id', 'geometry'].map((wanted) => members.find(([name]) => name === wanted)?.[1])
  return [
    ...(id === undefined ? [] : [['id', 'id', id] as const]),
    ...(properties === 'null'
      ? []
      : jsonMembers(properties).map(([name, value]) => [`.${name}`, name, value] as const)),
    ['geometry', 'geometry', geometry ?? 'null'],
  ]
}
