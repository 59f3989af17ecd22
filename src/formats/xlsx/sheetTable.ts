import type { Cell, MergeRange, Sheet } from 'hucre/xlsx'
import { ProblemError } from '../../protocol/problem.ts'
import { likelyNames, usualLength } from '../csv/csvDialect.ts'
import { lengthOf } from '../recordLength.ts'
import { MisfitCounter, TableCounter } from '../tableCounter.ts'
import type { FileNote, FileRecord, FileTable, ReadOptions } from '../tableReader.ts'
import { cellText, type CellText } from './cellText.ts'

/** What people choose of how a workbook is read. */
export interface SheetChoice {
  /** The name of a sheet. */
  readonly sheet?: string | undefined
  /** The row that has the names, and before which nothing is read; null: all rows are records. */
  readonly namesLine?: number | null | undefined
  /** The cells of a merged range all have its value; else only the first has. */
  readonly fillsMerged?: boolean | undefined
}

export interface SheetReading {
  readonly sheet: string
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean; readonly rows: number }[]
  readonly namesLine: number | null
  readonly fillsMerged: boolean
  readonly hasMerged: boolean
}

/** A sheet of a workbook. */
export type SheetTable = FileTable<'sheet', SheetReading>

/** Reads a sheet of a workbook: the chosen one, or the first that is shown and not empty. Throws `ProblemError`. */
export function sheetTable(
  sheets: readonly Sheet[],
  { chosen = {}, onProgress }: Pick<ReadOptions<SheetChoice, never>, 'chosen' | 'onProgress'>,
): SheetTable {
  const facts = sheets.map((each) => ({ name: each.name, isHidden: isHidden(each), rows: filledRows(each) }))
  const likely = facts.find((each) => !each.isHidden && each.rows > 0) ?? facts.find(({ rows }) => rows > 0)
  const sheet = sheets.find(({ name }) => name === (chosen.sheet ?? likely?.name))
  if (sheet === undefined || filledRows(sheet) === 0) throw new ProblemError({ code: 'sheetsEmpty' })
  const found = readCells(sheet, chosen)
  const { records, namesLine, firstRecords, notes } = found
  const names = namesLine === null ? undefined : records.find(({ line }) => line >= namesLine)
  const body = names === undefined ? records : records.filter(({ line }) => line > names.line)
  const width = Math.max(
    names === undefined ? usualLength(body) : lengthOf(names),
    1,
    ...body.map((each) => lengthOf(each)),
  )
  const header = Array.from({ length: width }, (_, place) => names?.cells[place] ?? null)
  // Columns beside the table have neither a name nor a value.
  const kept = header.flatMap((name, place) =>
    name === null && body.every(({ cells }) => (cells[place] ?? null) === null) ? [] : [place],
  )
  const kinds = kept.map((place) => found.kinds[place] ?? new Set())
  const counter = new TableCounter(
    kept.map((place) => header[place] ?? null),
    {
      fillsShort: true,
      fillsEmpty: true,
      hasDecimalComma: true,
      // A long number in a number's cell is no code.
      declared: (place, guess, misfits) =>
        guess === 'text' && kinds[place]?.size === 1 && kinds[place].has('number') && misfits('numeric').count === 0
          ? 'numeric'
          : guess,
    },
  )
  const rows = body.map(({ line, cells }) => ({ line, cells: kept.map((place) => cells[place] ?? null) }))
  for (const row of rows) counter.add(row)
  onProgress(counter.rows)
  const result = counter.result()
  const merged = (sheet.merges ?? []).length > 0
  return {
    ...result,
    format: 'sheet',
    reading: {
      sheet: sheet.name,
      sheets: facts,
      namesLine,
      fillsMerged: chosen.fillsMerged ?? true,
      hasMerged: merged,
    },
    archive: null,
    numbering: 'rows',
    firstRecords,
    isHead: false,
    fillsShort: true,
    findings: { ...result.findings, leftOut: found.leftOut, notes },
    records: async function* (signal) {
      for (let at = 0; at < rows.length; at += BATCH) {
        signal.throwIfAborted()
        yield await Promise.resolve(rows.slice(at, at + BATCH))
      }
    },
  }
}

const BATCH = 500

function isHidden({ hidden, veryHidden }: Sheet): boolean {
  return hidden === true || veryHidden === true
}

function filledRows({ rows }: Sheet): number {
  return rows.filter((row) => row.some((cell) => cell !== null && cell !== '')).length
}

function readCells(sheet: Sheet, chosen: SheetChoice) {
  const texts = sheet.rows.map((row, at) =>
    row.map((value, place) => cellText(value, sheet.cells?.get(`${at},${place}`))),
  )
  const plain = recordsOf(texts)
  const namesLine =
    chosen.namesLine === undefined ? likelyNames(fromFirstColumn(plain.slice(0, LOOKED_AT))) : chosen.namesLine
  const firstRow = namesLine ?? 0
  const notes = notesOf(sheet, texts, firstRow)
  const merges = (sheet.merges ?? []).filter(({ startRow }) => startRow >= firstRow)
  if (chosen.fillsMerged ?? true) for (const merge of merges) fill(texts, merge)
  const kinds = unifyDates(texts, firstRow)
  const all = recordsOf(texts)
  const records = all.filter(({ line }) => line >= firstRow)
  return { kinds, notes, namesLine, records, leftOut: all.length - records.length, firstRecords: plain.slice(0, 11) }
}

const LOOKED_AT = 50

/** The records without the empty columns before the table. */
function fromFirstColumn(records: readonly FileRecord[]): FileRecord[] {
  const first = Math.min(...records.map(({ cells }) => cells.findIndex((cell) => cell !== null)))
  return records.map(({ line, cells }) => ({ line, cells: cells.slice(first) }))
}

/** The rows that have a value. */
function recordsOf(texts: readonly (readonly CellText[])[]): FileRecord[] {
  return texts.flatMap((row, at) =>
    row.some(({ text }) => text !== null) ? [{ line: at + 1, cells: row.map(({ text }) => text) }] : [],
  )
}

function fill(texts: CellText[][], { startRow, endRow, startCol, endCol }: MergeRange): void {
  const value = texts[startRow]?.[startCol]
  if (value === undefined) return
  for (let row = startRow; row <= endRow; row += 1)
    for (let column = startCol; column <= endCol; column += 1) {
      const cells = texts[row]
      if (cells === undefined) continue
      while (cells.length <= column) cells.push(NOTHING)
      cells[column] = value
    }
}

const NOTHING: CellText = { text: null, kind: 'none', note: null }

/** The kinds of values below the names, by column; in a column with a time all dates get one. */
function unifyDates(texts: CellText[][], namesRow: number): readonly Set<CellText['kind']>[] {
  const kinds: Set<CellText['kind']>[] = []
  const body = texts.slice(namesRow)
  for (const row of body)
    for (const [place, { kind }] of row.entries()) if (kind !== 'none') (kinds[place] ??= new Set()).add(kind)
  for (const row of body)
    for (const [place, cell] of row.entries())
      if (cell.kind === 'date' && kinds[place]?.has('timestamp') === true)
        row[place] = { ...cell, text: `${cell.text ?? ''} 00:00:00` }
  return Array.from(kinds, (kind) => kind ?? new Set())
}

function notesOf(sheet: Sheet, texts: readonly (readonly CellText[])[], firstRow: number): readonly FileNote[] {
  const counters = new Map<FileNote['code'], MisfitCounter>()
  const add = (code: FileNote['code'], row: number, value: string) => {
    const counter = counters.get(code) ?? new MisfitCounter()
    counters.set(code, counter)
    counter.add(row + 1, value)
  }
  for (const [row, cells] of texts.entries())
    if (row >= firstRow)
      for (const [column, { note, text }] of cells.entries())
        if (note !== null) {
          const cell: Cell | undefined = sheet.cells?.get(`${row},${column}`)
          const said =
            note === 'errorCells' ? shownValue(sheet.rows[row]?.[column] ?? cell?.value) : (text ?? cell?.formula ?? '')
          add(note, row, `${columnName(column)}${row + 1}: ${said}`)
        }
  for (const { startRow, endRow, startCol, endCol } of sheet.merges ?? [])
    if (startRow >= firstRow)
      add('mergedCells', startRow, `${columnName(startCol)}${startRow + 1} to ${columnName(endCol)}${endRow + 1}`)
  return [...counters].map(([code, found]) => ({ code, found }))
}

function shownValue(value: Cell['value'] | undefined): string {
  return value === undefined || value === null ? '' : value instanceof Date ? '' : String(value)
}

/** The letters that a sheet has for a column, from 0. */
export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last
}
