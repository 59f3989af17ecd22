import { useMemo } from 'react'
import type { WholeRecords } from '../../results/walk/readRecords.ts'
import type { Records } from '../../results/useRecords.ts'
import type { Cut } from '../../rows/resultExtent.ts'
import { answerOfRows } from '../../results/answer.ts'
import { localRows } from '../../rows/localRows.ts'
import type { Plan } from '../../results/plan/plan.ts'
import { currentView, navigate } from '../../workspace/view.ts'
import { laterModule } from '../../ui/later.tsx'
import { resultWords } from '../../words/en/result.ts'
import type { StatusAction } from './StatusBar.tsx'
import { useTask, type Task, type TaskState } from './useTask.ts'
import { withSortById } from '../../workspace/edits/viewEdits.ts'

const loadPages = laterModule(() => import('../../results/walk/readRecords.ts'))
const loadCount = laterModule(() => import('../../results/walk/exactCount.ts'))

/**
 * What can be done about a result that was cut or not counted: the buttons for it, what is under way, and the records with
 * what came of it. All of it belongs to the run of that key.
 */
export function useResultTasks(read: Records, plan: Plan | null, key: string) {
  const count = useTask<void>(key)
  const whole = useTask<WholeRecords>(key)
  const records = useMemo(() => withRows(read, whole.state), [read, whole.state])
  return {
    records,
    actions: plan === null ? [] : actionsOf(records, plan, count, whole),
    task: running('counting', count) ?? running('gettingAll', whole),
    failed: failed(count) ?? failed(whole),
  }
}

function actionsOf(
  { cut, total, totalIsEstimate, rowCountIsKnown, proof, repeated, setTotal }: Records,
  plan: Plan,
  count: Task<void>,
  whole: Task<WholeRecords>,
): readonly StatusAction[] {
  const actions: StatusAction[] = []
  if (cut?.cause === 'bestMatches' && !plan.client.profile.get().refuses.has('sort')) {
    const title =
      total !== null && totalIsEstimate ? resultWords.showAboutAllById(total) : resultWords.showAllById(total)
    actions.push({ title, onAct: () => navigate(withSortById(currentView())) })
  }
  const isUnknown = cut === null && proof === 'none'
  if (repeated || isUnknown || (cut !== null && STUCK.has(cut.cause))) {
    const get = () => whole.start(async (options) => (await loadPages()).readRecords(plan, options))
    actions.push({
      title: resultWords.getAll(total === null ? null : Math.min(total, plan.query.limit ?? Infinity)),
      onAct: get,
    })
  }
  if (totalIsEstimate || isUnknown || (total === null && (!rowCountIsKnown || cut !== null)))
    actions.push({
      title: resultWords.countExactly,
      onAct: () =>
        count.start(async (options) => {
          const { exactCount } = await loadCount()
          const counted = await exactCount(plan, options)
          if (!options.signal.aborted) setTotal(counted)
        }),
    })
  return actions
}

/** The causes of a cut that other ways than `offset` may lead past. */
const STUCK: ReadonlySet<Cut['cause']> = new Set(['offset', 'overlap', 'alike', 'offsetRefused'])

/** The records with all rows, once they were read. */
function withRows(records: Records, whole: TaskState<WholeRecords>): Records {
  if (whole.kind !== 'done' || records.stale) return records
  const { answer, limit } = records
  const { isProven, rows } = whole.value
  const total = isProven && limit === null ? rows.length : (answer?.total ?? null)
  return {
    ...records,
    ...whole.value,
    answer: answer && answerOfRows(answer.query, whole.value, total, answer.reloads),
    proof: whole.value.isProven ? 'shown' : 'none',
    repeated: false,
    rowCount: whole.value.rows.length,
    rowCountIsKnown: true,
    failedPage: null,
    rows: localRows(whole.value),
  }
}

/** A task that is running, for the status bar; null if it isn't. */
export function running<T>(
  doing: 'counting' | 'gettingAll',
  { state, stop }: Task<T>,
): { words: string; onStop: () => void } | null {
  if (state.kind !== 'running') return null
  return { words: doing === 'counting' ? resultWords.counting : resultWords.gettingAll(state), onStop: stop }
}

function failed<T>({ state, stop }: Task<T>): { error: Error; forget: () => void } | null {
  return state.kind === 'failed' ? { error: state.error, forget: stop } : null
}
