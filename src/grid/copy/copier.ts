import type { Row } from '../../protocol/answers.ts'
import type { Cell, RowSource } from '../../rows/rowSource.ts'
import type { Span } from '../../rows/span.ts'
import { copiedCells, type CopiedCells, type CopyOf } from './copiedCells.ts'
import { copiedTexts, type CopiedTexts, type CopyForm } from './copyForms.ts'

/** What is copied, of rows that can be fetched. */
export interface CopyFrom extends CopyOf {
  readonly rows: RowSource
}

export interface FetchOptions {
  readonly signal: AbortSignal
  /** Rows that are here, of those that have to be. */
  readonly onProgress: (done: number, total: number) => void
}

/** Not all of what was to be copied could be fetched. */
export class CopyStoppedError extends Error {
  override readonly name = 'CopyStoppedError'
  /** The first row that is missing, from 0. */
  readonly row: number

  constructor(row: number, cause: unknown) {
    super('Not all rows could be fetched', { cause })
    this.row = row
  }
}

/** The selected cells in that form if all of them are loaded; else null. */
export function textsAtHand(of: CopyOf, form: CopyForm): CopiedTexts | null {
  const cells = copiedCells(of)
  return cells && copiedTexts(cells, form)
}

/** The selected cells in that form; those that are not loaded are fetched first. Rejects with a `CopyStoppedError`. */
export async function fetchedTexts(of: CopyFrom, form: CopyForm, options: FetchOptions): Promise<CopiedTexts> {
  return copiedTexts(await fetchedCells(of, options), form)
}

async function fetchedCells(of: CopyFrom, { signal, onProgress }: FetchOptions): Promise<CopiedCells> {
  const { bands, places, rows } = of
  const missing = [...missingParts(of)]
  const total = missing.reduce((sum, { rows: { start, end } }) => sum + end - start, 0)
  const fetched = new Map<number, ReadonlyMap<number, Cell>>()
  let done = 0
  for (const part of missing) {
    const wanted = part.columns.flatMap((column) => places[column] ?? [])
    let next = part.rows.start
    const take = (start: number, came: readonly Row[]) => {
      for (const [at, row] of came.entries())
        fetched.set(start + at, new Map(wanted.map((place, column) => [place, row[column] ?? null])))
      next = start + came.length
      done += came.length
      onProgress(done, total)
    }
    try {
      await rows.read?.(part.rows, wanted, { signal, onRows: take })
    } catch (error) {
      throw new CopyStoppedError(next, error)
    }
    if (next < part.rows.end) throw new CopyStoppedError(next, undefined)
  }
  const cell = (row: number, place: number): Cell => {
    const at = fetched.get(row)?.get(place)
    return at === undefined ? rows.cell(row, place) : at
  }
  const cells = copiedCells({ bands, places, rows: { fields: rows.fields, cell } })
  if (cells === null) throw new CopyStoppedError(bands[0]?.rows.start ?? 0, undefined)
  return cells
}

interface Part {
  readonly rows: Span
  readonly columns: readonly number[]
}

/** The rows of which a selected cell is not loaded. */
function* missingParts({ bands, places, rows }: CopyOf): Generator<Part> {
  for (const { rows: span, columns } of bands) {
    let start = -1
    for (let row = span.start; row <= span.end; row += 1) {
      const isMissing = row < span.end && columns.some((column) => rows.cell(row, places[column] ?? -1) === undefined)
      if (isMissing && start < 0) start = row
      if (isMissing || start < 0) continue
      yield { rows: { start, end: row }, columns }
      start = -1
    }
  }
}
