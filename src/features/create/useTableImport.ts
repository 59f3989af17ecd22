import { useEffect, useRef, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Place } from './place/targets.ts'
import { tableToMake, type NewTable } from './tableToMake.ts'
import { RowKeys } from '../../formats/rowKeys.ts'
import { recordsOf } from '../../formats/tableRecords.ts'
import { readTable, type ReadTable, type ReadingChoice } from '../../formats/readTable.ts'
import { createWords } from '../../words/en/create/create.ts'
import { errorText } from '../result/failure.ts'
import { newId } from '../write/newId.ts'
import { countRecords, tableIsThere } from '../write/readBack.ts'
import { InDoubtError, lookAgain, settle, type Change } from '../write/settled.ts'
import { tableToDelete } from '../write/tableToDelete.ts'
import { loadRecords, NOTHING_LOADED, type LoadProgress } from './load/loadRecords.ts'
import { PauseGate } from './load/pauseGate.ts'
import { StopWatch } from './load/stopWatch.ts'
import { isTakenBack } from './load/takenBack.ts'
import { refusedKind } from '../../formats/takenFiles.ts'
import '../result/laterWords.ts'

/** How far an import is. `problem` says why the previous file could not be read. */
export type ImportStage =
  | { readonly kind: 'source'; readonly problem: string | null }
  | { readonly kind: 'checking'; readonly file: File; readonly rows: number }
  | {
      readonly kind: 'ready'
      readonly file: File
      readonly table: ReadTable
      /** How the file is to be read, as far as that was chosen. */
      readonly chosen: ReadingChoice
      /** The file is being read again; `table` is of the reading before, or of the file's beginning. */
      readonly isReading: boolean
      /** Why it could not be read as chosen; `table` is of the reading before. */
      readonly problem: string | null
      readonly error: Error | null
    }
  | {
      readonly kind: 'loading'
      readonly file: File
      readonly table: ReadTable
      /** null while the table itself is being created. */
      readonly resource: string | null
      readonly progress: LoadProgress
      /** How long it has been loading, without pauses. */
      readonly milliseconds: number
      readonly paused: boolean
    }
  | {
      readonly kind: 'ended'
      readonly file: File
      readonly table: ReadTable
      readonly resource: string
      readonly progress: LoadProgress
      readonly why: 'done' | 'stopped' | 'failed'
      readonly error: Error | null
    }

/** What to make from a file. */
export interface ImportPlan extends Omit<NewTable, 'key' | 'target'> {
  readonly target: Place
  /** The positions of the key's columns. */
  readonly key: readonly number[]
  /** A row replaces an earlier one with the same key; else it is set aside. */
  readonly replaces: boolean
}

/** An import, from choosing a file to the last record. There is one at a time, and it ends when the dialog closes. */
export function useTableImport(client: ActionClient, onMade: () => void) {
  const [stage, setStage] = useState<ImportStage>({ kind: 'source', problem: null })
  const running = useRef<AbortController | null>(null)
  const gate = useRef(new PauseGate())
  const watch = useRef(new StopWatch())
  // A table keeps its id however often it is sent, so that it can't be made twice.
  const ownId = useRef('')
  const doubted = useRef<{ readonly change: Change<string>; readonly before: number | null } | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const isLoading = stage.kind === 'loading'
  useEffect(() => {
    if (!isLoading) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isLoading])

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
    ownId.current = newId()
    const kind = refusedKind(file)
    if (kind !== null) {
      setStage({ kind: 'source', problem: createWords.dropped.notTaken[kind](file.name) })
      return
    }
    setStage({ kind: 'checking', file, rows: 0 })
    try {
      const table = await readTable(file, {
        signal,
        onProgress: (rows) => !signal.aborted && setStage({ kind: 'checking', file, rows }),
      })
      setStage(ready(file, table, {}))
    } catch (error) {
      if (!signal.aborted) setStage({ kind: 'source', problem: errorText(error) })
    }
  }

  /** Reads the file again as chosen; its beginning is shown at once. */
  const reread = async (file: File, before: ReadTable, chosen: ReadingChoice) => {
    const signal = begin()
    setStage({ ...ready(file, before, chosen), isReading: true })
    try {
      const table = await readTable(file, {
        signal,
        chosen,
        onProgress: () => undefined,
        onHead: (head) => setStage({ ...ready(file, head, chosen), isReading: true }),
      })
      setStage(ready(file, table, chosen))
    } catch (error) {
      if (!signal.aborted) setStage({ ...ready(file, before, chosen), problem: errorText(error) })
    }
  }

  /** `doubt`: the table was sent before, and is only looked for. */
  const load = async (file: File, table: ReadTable, plan: ImportPlan, doubt: InDoubtError | null) => {
    const chosen = stage.kind === 'ready' ? stage.chosen : {}
    const signal = begin()
    let progress = NOTHING_LOADED
    let resource: string | null = null
    const turn = gate.current
    const spent = watch.current
    setStage({ kind: 'loading', file, table, resource, progress, milliseconds: 0, paused: false })
    try {
      const key = plan.key.flatMap((place) => plan.columns[place]?.name ?? [])
      if (doubt === null || doubted.current === null) {
        const { target } = plan
        const before = target.kind === 'resource' ? await recordsIn(client, target.id) : 0
        const place = target.kind === 'own' ? { ...target, id: ownId.current } : target
        doubted.current = { before, change: await tableToMake(client, { ...plan, target: place, key }, signal) }
        resource = await settle(doubted.current.change)
      } else resource = await lookAgain(doubted.current.change, doubt)
      const { before } = doubted.current
      onMade()
      const id = resource
      const replaces = key.length > 0 && plan.replaces
      const records = recordsOf(table, plan.columns, {
        key: key.length === 0 || replaces ? null : new RowKeys(plan.columns, plan.key),
        signal,
      })
      progress = await loadRecords(client, id, records, {
        method: replaces ? 'upsert' : 'insert',
        before,
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
      const isTold = !signal.aborted || error instanceof InDoubtError
      const made = { isOwn: plan.target.kind === 'own', loaded: progress.loaded, error }
      if (resource !== null && !signal.aborted && (await isTakenBack(client, { ...made, resource }))) {
        resource = null
        // The next try makes another table.
        ownId.current = newId()
      }
      if (resource === null) setStage({ ...ready(file, table, chosen), error: isTold ? error : null })
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
    /** Reads the file again in a way that differs from now in these parts. */
    readAs: (part: ReadingChoice) => {
      if (stage.kind === 'ready') void reread(stage.file, stage.table, { ...stage.chosen, ...part })
    },
    load: (file: File, table: ReadTable, plan: ImportPlan) => void load(file, table, plan, null),
    /** Goes on with a table that is in doubt if it is there by now; nothing is sent before. */
    lookAgain: (file: File, table: ReadTable, plan: ImportPlan, doubt: InDoubtError) =>
      void load(file, table, plan, doubt),
    /** Sends no further batch until `resume`; the batch on its way is still stored. */
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
    /** Stops the check or the load; what the server has stored so far stays. */
    stop: () => running.current?.abort(),
    restart: () => {
      begin()
      setStage({ kind: 'source', problem: null })
    },
    /** Deletes what was made; what is in doubt is only looked for. */
    drop: (resource: string, doubt: InDoubtError | null) => {
      const change = tableToDelete(client, resource)
      return doubt === null ? settle(change) : lookAgain(change, doubt)
    },
  }
}

/** How many records the resource has; none without a table, null if the server doesn't show it. */
async function recordsIn(client: ActionClient, resource: string): Promise<number | null> {
  try {
    return (await tableIsThere(client, resource, newId())) ? await countRecords(client, resource) : 0
  } catch {
    return null
  }
}

function ready(file: File, table: ReadTable, chosen: ReadingChoice) {
  return { kind: 'ready', file, table, chosen, isReading: false, problem: null, error: null } as const
}
