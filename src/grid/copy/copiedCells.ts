import { fieldKind, type Field, type FieldKind } from '../../protocol/field.ts'
import { jsonKind, type JsonText } from '../../protocol/jsonText.ts'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import type { Cell, RowSource } from '../../rows/rowSource.ts'
import { columnsOf, type Band } from '../selection/selectedArea.ts'

export interface CopiedColumn {
  readonly name: string
  /** PostgreSQL's name of it; empty if that is not known. */
  readonly type: string
  readonly kind: FieldKind
}

/**
 * Cells as they are copied: the rows and columns of which something is selected. Undefined is a hole, which was not
 * selected; null, that the record has no such member.
 */
export interface CopiedCells {
  readonly columns: readonly CopiedColumn[]
  readonly rows: readonly (readonly Cell[])[]
}

/** What is copied of a grid. */
export interface CopyOf {
  readonly bands: readonly Band[]
  /** The places among the fields of the columns shown, in their order. */
  readonly places: readonly number[]
  readonly rows: Pick<RowSource, 'cell' | 'fields'>
}

/** The selected cells as they are now; null as soon as one has not been loaded. */
export function copiedCells({ bands, places, rows }: CopyOf): CopiedCells | null {
  const shown = columnsOf(bands)
  const copied: (readonly Cell[])[] = []
  for (const band of bands) {
    const selected = new Set(band.columns)
    const wanted = shown.map((column) => (selected.has(column) ? places[column] : undefined))
    for (let row = band.rows.start; row < band.rows.end; row += 1) {
      const cells = wanted.map((place) => (place === undefined ? undefined : rows.cell(row, place)))
      if (cells.some((cell, at) => cell === undefined && wanted[at] !== undefined)) return null
      copied.push(cells)
    }
  }
  const fields = rows.fields.get()
  return { columns: shown.map((column) => copiedColumn(fields[places[column] ?? -1])), rows: copied }
}

function copiedColumn(field: Field | undefined): CopiedColumn {
  return { name: field?.id ?? '', type: field?.type ?? '', kind: fieldKind(field?.type ?? '') }
}

/** Whether there is a value to write: neither null, nor missing, nor a hole. */
export function isValue(cell: Cell): cell is JsonText {
  return cell !== undefined && cell !== null && cell !== 'null'
}

/** The text of a value, with its exact digits; of JSON its source. */
export function textOf(value: JsonText, { kind }: CopiedColumn): string {
  return plainText(value, kind)
}

/** Whether a value is a number that has a place among numbers: neither `NaN` nor infinite. */
export function isNumber(value: JsonText, { kind }: CopiedColumn): boolean {
  return (kind === 'integer' || kind === 'numeric') && jsonKind(value) === 'number'
}
