import type { CleanName } from '../../../formats/columnNames.ts'
import { csvLine } from '../../../formats/csv/csvWriter.ts'
import { createWords } from '../../../words/en/create/create.ts'
import type { SetAsideRow } from './loadRecords.ts'
import { problemWords } from '../problemWords.ts'

/** A CSV file of the rows that were set aside, each with its line and reason at the end, to repair and load later. */
export function setAsideCsv(columns: readonly CleanName[], rows: readonly SetAsideRow[]): string {
  const header = csvLine([...columns.map((column) => column.written), createWords.lineInFile, createWords.reason])
  const lines = rows.map(({ line, cells, column, problem }) => {
    const reason = problemWords(problem)
    return csvLine([
      ...columns.map((_, place) => cells[place] ?? null),
      ...cells.slice(columns.length),
      String(line),
      column === null ? reason : createWords.ofColumn(column, reason),
    ])
  })
  return header + lines.join('')
}
