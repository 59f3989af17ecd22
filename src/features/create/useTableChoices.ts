import { useState } from 'react'
import type { ReadTable } from '../../formats/readTable.ts'
import { carriedChoices, guessedChoices, type ColumnChoice, type TableChoices } from './columnChoices.ts'

/** What is chosen for the columns of the file that is shown; it outlives another reading of the same file. */
export function useTableChoices(file: File | null, table: ReadTable | null) {
  const [of, setOf] = useState<{ readonly file: File | null; readonly table: ReadTable | null }>({ file, table: null })
  const [choices, setChoices] = useState<TableChoices>({ columns: [], keys: [] })
  if (table !== null && table !== of.table) {
    setOf({ file, table })
    setChoices(of.table !== null && of.file === file ? carriedChoices(choices, of.table, table) : guessedChoices(table))
  }
  return {
    choices,
    choose: (place: number, choice: ColumnChoice) =>
      setChoices({ ...choices, columns: choices.columns.map((each, at) => (at === place ? choice : each)) }),
    setKeys: (keys: readonly number[]) => setChoices({ ...choices, keys }),
  }
}
