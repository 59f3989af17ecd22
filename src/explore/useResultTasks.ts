import type { ActionClient } from '../client/actionClient.ts'
import { exactCount } from '../client/exactCount.ts'
import { readRecords, type WholeRecords } from '../client/recordPages.ts'
import type { Records } from '../client/recordsSource.ts'
import type { QuerySpec } from '../protocol/querySpec.ts'
import { currentView, navigate } from '../state/view.ts'
import { countWords } from './figures.ts'
import type { StatusAction } from './StatusBar.tsx'
import { getAllWords, taskWords } from './statusText.ts'
import { useTask, type Task, type TaskState } from './useTask.ts'
import { withSortById } from './viewEdits.ts'

/**
 * What can be done about a result that was cut or not counted: the buttons for it, what is under way, and the records with
 * what came of it. All of it belongs to the run of that key.
 */
export function useResultTasks(read: Records, client: ActionClient, spec: QuerySpec | null, key: string) {
  const count = useTask<void>(key)
  const whole = useTask<WholeRecords>(key)
  const records = withRows(read, whole.state)
  return {
    records,
    actions: spec === null ? [] : actionsOf(records, client, spec, count, whole),
    task: running('Counting', count) ?? running('Getting all', whole),
    failed: failed(count) ?? failed(whole),
  }
}

function actionsOf(
  { cut, total, totalIsEstimate, rowCountIsKnown, setTotal }: Records,
  client: ActionClient,
  spec: QuerySpec,
  count: Task<void>,
  whole: Task<WholeRecords>,
): readonly StatusAction[] {
  const actions: StatusAction[] = []
  if (cut?.cause === 'bestMatches' && !client.manners.get().refuses.has('sort')) {
    const all = total === null ? 'all' : `all ${totalIsEstimate ? 'about ' : ''}${countWords(total)}`
    actions.push({ title: `Show ${all} by _id`, onAct: () => navigate(withSortById(currentView())) })
  }
  if (cut?.cause === 'offset' || cut?.cause === 'offsetRefused') {
    const get = () => whole.start((options) => readRecords(client, spec, options))
    actions.push({ title: getAllWords(total === null ? null : Math.min(total, spec.limit ?? Infinity)), onAct: get })
  }
  if (totalIsEstimate || (total === null && (!rowCountIsKnown || cut !== null)))
    actions.push({
      title: 'Count exactly',
      onAct: () =>
        count.start(async (options) => {
          const counted = await exactCount(client, spec, options)
          if (!options.signal.aborted) setTotal(counted)
        }),
    })
  return actions
}

/** The records with all rows, where they were got. */
function withRows(records: Records, whole: TaskState<WholeRecords>): Records {
  if (whole.kind !== 'done' || records.stale) return records
  const { rows } = whole.value
  return {
    ...records,
    ...whole.value,
    rowCount: rows.length,
    rowCountIsKnown: true,
    failedPage: null,
    row: (index) => rows[index],
    setRange: () => undefined,
  }
}

/** A task that is under way, for the status bar; null where it is not. */
export function running<T>(doing: string, { state, stop }: Task<T>): { words: string; onStop: () => void } | null {
  return state.kind === 'running' ? { words: taskWords(doing, state), onStop: stop } : null
}

function failed<T>({ state, stop }: Task<T>): { error: Error; forget: () => void } | null {
  return state.kind === 'failed' ? { error: state.error, forget: stop } : null
}
