import { useState } from 'react'
import type { ReadTable } from '../../../formats/readTable.ts'
import { foundColumns, whyNotWay, type IntoColumn, type IntoWay } from './intoPlan.ts'
import type { IntoTable } from './intoTable.ts'

/** What is chosen for the columns and what the records do; found anew when the file is read in another way. */
export function useIntoChoices(file: ReadTable | null, table: IntoTable | null) {
  const [of, setOf] = useState<{ readonly file: ReadTable; readonly table: IntoTable } | null>(null)
  const [columns, setColumns] = useState<readonly IntoColumn[]>([])
  const [chosen, setChosen] = useState<IntoWay | null>(null)
  const [isChanged, setIsChanged] = useState(false)
  if (file !== null && table !== null && (of?.file !== file || of.table !== table)) {
    setOf({ file, table })
    setColumns(foundColumns(file, table))
  }
  const isAble = (way: IntoWay) => table === null || whyNotWay(way, table, columns) === null
  return {
    columns,
    way: chosen !== null && isAble(chosen) ? chosen : ('add' as const),
    isChanged,
    setWay: (way: IntoWay) => {
      setChosen(way)
      setIsChanged(true)
    },
    setColumns: (now: readonly IntoColumn[]) => {
      setColumns(now)
      setIsChanged(true)
    },
  }
}
