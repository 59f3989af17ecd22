import { useEffect, useRef, useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import { createTable, deleteTable, type NewTable } from '../client/createTable.ts'
import { CsvKeys } from '../client/csvKeys.ts'
import { examineTable, recordsOf, type CsvTable } from '../client/csvTable.ts'
import { loadRecords, type LoadProgress } from '../client/loadRecords.ts'
import { PauseGate } from '../client/pauseGate.ts'

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
      /** How long it has been loading, pauses left out. */
      readonly milliseconds: number
      readonly paused: boolean
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

/** What is made of a file. */
export interface ImportPlan extends Omit<NewTable, 'key'> {
  /** The places of the columns of the key. */
  readonly key: readonly number[]
  /** A row takes the place of an earlier one with its key; else it is set aside. */
  readonly replaces: boolean
}

/** An import from the choice of a file to the last record; one at a time, ended when the dialog goes. */
export function useTableImport(client: ActionClient, onMade: () => void) {
  const [stage, setStage] = useState<ImportStage>({ kind: 'source', problem: null })
  const running = useRef<AbortController | null>(null)
  const gate = useRef(new PauseGate())
  const watch = useRef(new StopWatch())
  useEffect(() => () => running.current?.abort(), [])

  const begin = () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    gate.current = new PauseGate()
    watch.current = new StopWatch()
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

  const load = async (file: File, table: CsvTable, plan: ImportPlan) => {
    const signal = begin()
    let progress = NOTHING
    let resource: string | null = null
    const turn = gate.current
    const spent = watch.current
    setStage({ kind: 'loading', file, table, resource, progress, milliseconds: 0, paused: false })
    try {
      const key = plan.key.flatMap((place) => plan.columns[place]?.name ?? [])
      resource = await createTable(client, { ...plan, key }, signal)
      onMade()
      const id = resource
      const replaces = key.length > 0 && plan.replaces
      const records = recordsOf(file, table.reading, plan.columns, {
        key: key.length === 0 || replaces ? null : new CsvKeys(plan.columns, plan.key),
        signal,
      })
      progress = await loadRecords(client, id, records, {
        method: replaces ? 'upsert' : 'insert',
        signal,
        turn: () => turn.pass(signal),
        onProgress: (now) => {
          progress = now
          const { milliseconds, paused } = spent
          setStage({ kind: 'loading', file, table, resource: id, progress: now, milliseconds, paused })
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
    load: (file: File, table: CsvTable, plan: ImportPlan) => void load(file, table, plan),
    /** Sends no further batch until `resume`; the one that is on its way is carried out. */
    pause: () => {
      gate.current.shut()
      watch.current.halt()
      setStage((now) => (now.kind === 'loading' ? { ...now, paused: true } : now))
    },
    resume: () => {
      watch.current.go()
      gate.current.open()
      setStage((now) => (now.kind === 'loading' ? { ...now, paused: false } : now))
    },
    /** Ends what is going on; a load then stands at what the server has stored. */
    stop: () => running.current?.abort(),
    restart: () => {
      begin()
      setStage({ kind: 'source', problem: null })
    },
    drop: (resource: string) => deleteTable(client, resource),
  }
}

/** Counts milliseconds while it isn't halted. */
class StopWatch {
  #before = 0
  #since: number | null = performance.now()

  halt(): void {
    this.#before = this.milliseconds
    this.#since = null
  }

  go(): void {
    this.#since ??= performance.now()
  }

  get milliseconds(): number {
    return this.#before + (this.#since === null ? 0 : performance.now() - this.#since)
  }

  get paused(): boolean {
    return this.#since === null
  }
}

const NOTHING: LoadProgress = { loaded: 0, refused: [] }

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
