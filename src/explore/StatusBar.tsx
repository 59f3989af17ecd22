import { CircleCheck, CircleX, Scissors } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../ui/Button.tsx'
import { Icon, Spinner } from '../ui/Icon.tsx'
import { countWords, secondsWords } from './figures.ts'
import type { GridPlaceStore } from './gridPlace.ts'
import styles from './StatusBar.module.css'
import { rowsText, type StatusText } from './statusText.ts'
import { SHOWN_AS_STOP_MS, SILENT_MS, useElapsed } from './useElapsed.ts'

/** How a run ended. */
export type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly text: StatusText }
  | { readonly kind: 'stopped'; readonly afterMs: number }
  /** The message is null where the cause stands beside the query already. */
  | { readonly kind: 'failed'; readonly message: string | null }

export interface StatusBarProps {
  /** The page's status bar, into which this is rendered. */
  readonly target: HTMLElement | null
  readonly place: GridPlaceStore
  readonly rowCount: number
  /** How many rows that are, in words, where the number alone would say too much. */
  readonly rowCountWords?: string | undefined
  /** All rows of the result are here, not only those that were looked at. */
  readonly allLoaded: boolean
  /** The run that is going on, by name, and the instance that it waits for. */
  readonly waiting: { readonly name: string; readonly on: string; readonly onStop: () => void } | null
  readonly outcome: Outcome
  /** What is done beside the result, as a count: in words, and how to stop it. */
  readonly task?: { readonly words: string; readonly onStop: () => void } | null | undefined
  /** At most two things that can be done about the result. */
  readonly actions?: readonly StatusAction[] | undefined
}

/** A button of the status bar. */
export interface StatusAction {
  readonly title: string
  readonly onAct: () => void
}

/** `count · [about] · time · outcome` of the last run, or how long one is waited for; at the right where one is in the grid. */
export function StatusBar(props: StatusBarProps) {
  const { target, waiting, outcome, task = null, actions = [] } = props
  const elapsed = useElapsed(waiting?.name ?? null)
  // Until something is said of a run, the end of the one before stands.
  const [last, setLast] = useState({ outcome, key: '' })
  const key = JSON.stringify(outcome)
  if (waiting === null && key !== last.key) setLast({ outcome, key })
  const isTold = waiting !== null && elapsed !== null && elapsed >= SILENT_MS
  const shown = waiting === null ? outcome : last.outcome
  const isCut = !isTold && shown.kind === 'done' && shown.text.cut !== null
  if (target === null) return null
  return createPortal(
    <>
      {/* Spoken when a run has ended; the counting seconds are not. */}
      <output className={styles.status} data-cut={isCut || undefined}>
        {!isTold && <OutcomeWords outcome={shown} />}
      </output>
      {isTold && (
        <div className={styles.status}>
          <span className={styles.waiting}>
            <Spinner />
            <span>Waiting for {waiting.on}</span>
          </span>
          <Dot />
          <span className={styles.seconds}>{secondsWords(elapsed)}</span>
          {elapsed >= SHOWN_AS_STOP_MS && (
            // The same as the button that Run query has become, for the mouse that is here.
            <Button variant="ghost" size="sm" onClick={waiting.onStop} aria-hidden="true" tabIndex={-1}>
              Stop
            </Button>
          )}
        </div>
      )}
      {waiting === null && task !== null && (
        <div className={styles.task}>
          <Dot />
          <span className={styles.waiting}>
            <Spinner />
            {task.words}
          </span>
          <Button variant="ghost" size="sm" onClick={task.onStop}>
            Stop
          </Button>
        </div>
      )}
      {waiting === null && task === null && outcome.kind === 'done' && actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map(({ title, onAct }) => (
            <Button key={title} variant="ghost" size="sm" onClick={onAct}>
              {title}
            </Button>
          ))}
        </div>
      )}
      <PlaceWords {...props} />
    </>,
    target,
  )
}

function OutcomeWords({ outcome }: { readonly outcome: Outcome }) {
  if (outcome.kind === 'done') return <DoneWords text={outcome.text} />
  if (outcome.kind === 'stopped')
    return <span>Stopped waiting after {secondsWords(outcome.afterMs)}. The server may work on for up to 60 s.</span>
  if (outcome.kind === 'none') return null
  return (
    <>
      <span className={styles.error}>
        <Icon icon={CircleX} size={12} />
        no result
      </span>
      {outcome.message !== null && (
        <>
          <Dot />
          <span className={styles.message}>{outcome.message}</span>
        </>
      )}
    </>
  )
}

function DoneWords({ text }: { readonly text: StatusText }) {
  return (
    <>
      <strong>{text.count}</strong>
      {text.about && (
        <>
          <Dot />
          <span>about</span>
        </>
      )}
      {text.cut && (
        <>
          <Dot />
          <span className={styles.cut}>
            <Icon icon={Scissors} size={12} />
            {text.cut.tag}
          </span>{' '}
          <span className={styles.message}>{text.cut.why}</span>
        </>
      )}
      {text.unsorted && (
        <>
          <Dot />
          <span className={styles.cut}>not sorted</span>
        </>
      )}
      {text.took !== null && (
        <>
          <Dot />
          <span>{text.took}</span>
        </>
      )}
      {/* Read with the rest when a run has ended, but not each time that rows come while one scrolls. */}
      <span className={styles.end} aria-live="off">
        {text.complete && (
          <>
            <Dot />
            <span className={styles.ok}>
              <Icon icon={CircleCheck} size={12} />
              complete
            </span>
          </>
        )}
        {text.isOpenEnded && text.missing === null && (
          <>
            <Dot />
            <span>this server gives no total</span>
          </>
        )}
        {text.missing !== null && (
          <>
            <Dot />
            <span className={styles.error}>
              <Icon icon={CircleX} size={12} />
              {text.missing}
            </span>
          </>
        )}
      </span>
    </>
  )
}

function Dot() {
  return (
    <>
      <span className={styles.dot}> · </span>
      {/* Where the words flow, as on a phone, a line may end here. */}
      <wbr />
    </>
  )
}

function PlaceWords({
  place,
  rowCount,
  rowCountWords,
  allLoaded,
}: Pick<StatusBarProps, 'place' | 'rowCount' | 'rowCountWords' | 'allLoaded'>) {
  const { cell, start, end } = useSyncExternalStore(place.subscribe, place.get)
  return (
    <div className={styles.place}>
      {cell && rowCount > 0 && (
        <span>
          Row {countWords(Math.min(cell.row + 1, rowCount))}, {cell.column.split('\u0000', 1)}
        </span>
      )}
      <span>{rowsText(start, end, rowCount, allLoaded, rowCountWords)}</span>
    </div>
  )
}
