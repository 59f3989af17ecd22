import { useEffect, useRef, useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { createTable, deleteTable, type NewTable } from '../client/createTable.ts'
import { examineTable, recordsOf, type CsvTable } from '../client/csvTable.ts'
import { loadRecords, type LoadProgress } from '../client/loadRecords.ts'

/** Where an import is. `problem` of a source is why the file before could not be read. */
export type ImportStage =
  | { readonly kind: 'source'; readonly problem: string | null }
  | { readonly kind: 'checking'; readonly file: File; readonly rows: number }
  | { readonly kind: 'ready'; readonly file: File; readonly table: CsvTable; readonly error: Error | null }
  | {
      readonly kind: 'loading'
      readonly file: File
      readonly table: CsvTable
      /** null while the table itself is being made. */
      readonly resource: string | null
      readonly progress: LoadProgress
    }
  | {
      readonly kind: 'ended'
      readonly file: File
      readonly table: CsvTable
      readonly resource: string
      readonly progress: LoadProgress
      readonly why: 'done' | 'stopped' | 'failed'
      readonly error: Error | null
    }

/** An import from the choice of a file to the last record; one at a time, ended when the dialog goes. */
export function useTableImport(client: ActionClient, onMade: () => void) {
  const [stage, setStage] = useState<ImportStage>({ kind: 'source', problem: null })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const begin = () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    return controller.signal
  }

  const read = async (file: File) => {
    const signal = begin()
    setStage({ kind: 'checking', file, rows: 0 })
    try {
      const table = await examineTable(file, {
        signal,
        onProgress: (rows) => !signal.aborted && setStage({ kind: 'checking', file, rows }),
      })
      setStage({ kind: 'ready', file, table, error: null })
    } catch (error) {
      if (!signal.aborted) setStage({ kind: 'source', problem: messageOf(error) })
    }
  }

  const load = async (file: File, table: CsvTable, asked: NewTable) => {
    const signal = begin()
    let progress = NOTHING
    let resource: string | null = null
    setStage({ kind: 'loading', file, table, resource, progress })
    try {
      resource = await createTable(client, asked, signal)
      onMade()
      const id = resource
      const records = recordsOf(file, table.reading, asked.columns, signal)
      progress = await loadRecords(client, id, records, {
        signal,
        onProgress: (now) => {
          progress = now
          setStage({ kind: 'loading', file, table, resource: id, progress: now })
        },
      })
      setStage({ kind: 'ended', file, table, resource, progress, why: 'done', error: null })
    } catch (caught) {
      const error = caught instanceof Error ? caught : new Error(String(caught))
      // What can't be known after a stop is whether the table was made: then it is in the list, or it isn't.
      if (resource === null) setStage({ kind: 'ready', file, table, error: signal.aborted ? null : error })
      else {
        const why = signal.aborted ? 'stopped' : 'failed'
        setStage({ kind: 'ended', file, table, resource, progress, why, error: why === 'failed' ? error : null })
      }
    }
    onMade()
  }

  return {
    stage,
    read: (file: File) => void read(file),
    load: (file: File, table: CsvTable, asked: NewTable) => void load(file, table, asked),
    /** Ends what is going on; a load then stands at what the server has stored. */
    stop: () => running.current?.abort(),
    restart: () => {
      begin()
      setStage({ kind: 'source', problem: null })
    },
    drop: (resource: string) => deleteTable(client, resource),
  }
}

const NOTHING: LoadProgress = { loaded: 0, refused: [] }

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
