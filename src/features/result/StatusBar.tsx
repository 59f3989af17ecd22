import { CircleCheck, CircleX, Scissors } from 'lucide-react'
import { use, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/Button.tsx'
import { Icon, Spinner } from '../../ui/Icon.tsx'
import { resultWords } from '../../words/en/result.ts'
import { secondsWords } from '../../words/figures.ts'
import type { Run } from '../../results/run.ts'
import type { GridPlaceStore } from './gridPlace.ts'
import { Dot } from './Dot.tsx'
import { HowButton, type HowButtonProps } from './HowButton.tsx'
import { SelectedWords } from './SelectedWords.tsx'
import { StatusPlace } from './sheetPlaces.ts'
import styles from './StatusBar.module.css'
import { rowsText, type StatusText } from './statusText.ts'
import { SHOWN_AS_STOP_MS, SILENT_MS, useElapsed } from './useElapsed.ts'

/** How a run ended. */
export type Outcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'done'; readonly text: StatusText }
  /** `endedThere`: the server ends what nobody waits for. */
  | { readonly kind: 'stopped'; readonly afterMs: number; readonly endedThere?: boolean }
  /** The message is null if the cause is shown beside the query already. */
  | { readonly kind: 'failed'; readonly message: string | null }

export interface StatusBarProps {
  readonly place: GridPlaceStore
  readonly rowCount: number
  /** The number of rows in words, if the number alone would claim too much. */
  readonly rowCountWords?: string | undefined
  /** All rows of the result are loaded, not only those that were on screen. */
  readonly allLoaded: boolean
  /** The run that is waited for, and the instance it waits for; null if a copy in this browser answers. */
  readonly waiting: { readonly run: Run<unknown>; readonly on: string | null } | null
  readonly outcome: Outcome
  /** A task beside the result, such as a count: its words, and how to stop it. */
  readonly task?: { readonly words: string; readonly onStop: () => void } | null | undefined
  /** Another button stops the run, too: the one that ran it. */
  readonly stopsElsewhere?: boolean | undefined
  /** Why the question is put the way that it is, where that is worth a word. */
  readonly why?: HowButtonProps['why'] | undefined
  /** At most two things to do about the result. */
  readonly actions?: readonly StatusAction[] | undefined
}

/** A button of the status bar. */
export interface StatusAction {
  readonly title: string
  readonly onAct: () => void
}

/** `count · [about] · time · outcome` of the last run, or how long a run has been waited for; at the right the place in the grid. */
export function StatusBar(props: StatusBarProps) {
  const place = use(StatusPlace)
  if (place === undefined) return <StatusParts {...props} />
  return place && createPortal(<StatusParts {...props} />, place)
}

function StatusParts(props: StatusBarProps) {
  const { waiting, outcome, task = null, actions = [], why, stopsElsewhere = false } = props
  const elapsed = useElapsed(waiting?.run.startedAt ?? null)
  // The end of the last run stays until there is something to say about the next.
  const [last, setLast] = useState({ outcome, key: '' })
  const key = JSON.stringify(outcome)
  if (waiting === null && key !== last.key) setLast({ outcome, key })
  const isSlow = waiting !== null && elapsed !== null && elapsed >= SILENT_MS
  const shown = waiting === null ? outcome : last.outcome
  const { selected } = useSyncExternalStore(props.place.subscribe, props.place.get)
  const isCut = !isSlow && shown.kind === 'done' && shown.text.cut !== null
  return (
    <>
      {/* Spoken when a run has ended; the counting seconds are not. */}
      <output className={styles.status} data-cut={isCut || undefined}>
        {!isSlow && selected === null && <OutcomeWords outcome={shown} why={why} />}
      </output>
      {!isSlow && why !== undefined && shown.kind !== 'done' && (
        <div className={styles.actions}>
          <HowButton way={null} why={why} />
        </div>
      )}
      {!isSlow && selected !== null && <SelectedWords selected={selected} />}
      {isSlow && (
        <div className={styles.status}>
          <span className={styles.waiting}>
            <Spinner />
            <span>{waiting.on === null ? resultWords.searchingCopy : resultWords.waitingFor(waiting.on)}</span>
          </span>
          <Dot />
          <span className={styles.seconds}>{secondsWords(elapsed)}</span>
          {elapsed >= SHOWN_AS_STOP_MS && (
            // Beside a button that does the same it is for the mouse that is here.
            <Button
              variant="ghost"
              size="sm"
              onClick={waiting.run.stop}
              {...(stopsElsewhere && { 'aria-hidden': true, tabIndex: -1 })}
            >
              {resultWords.stop}
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
            {resultWords.stop}
          </Button>
        </div>
      )}
      {waiting === null && task === null && selected === null && outcome.kind === 'done' && actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map(({ title, onAct }) => (
            <Button key={title} variant="ghost" size="sm" onClick={onAct}>
              {title}
            </Button>
          ))}
        </div>
      )}
      <PlaceWords {...props} />
    </>
  )
}

type Why = Pick<StatusBarProps, 'why'>

function OutcomeWords({ outcome, why }: Why & { readonly outcome: Outcome }) {
  if (outcome.kind === 'done') return <DoneWords text={outcome.text} why={why} />
  if (outcome.kind === 'stopped')
    return (
      <span className={styles.message}>
        {outcome.endedThere ? resultWords.ended(outcome.afterMs) : resultWords.stoppedAfter(outcome.afterMs)}
      </span>
    )
  if (outcome.kind === 'none') return null
  return (
    <>
      <span className={styles.error}>
        <Icon icon={CircleX} size={12} />
        {resultWords.noResult}
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

function DoneWords({ text, why }: Why & { readonly text: StatusText }) {
  return (
    <>
      <strong>{text.count}</strong>
      {text.about && (
        <>
          <Dot />
          <span>{resultWords.about}</span>
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
          <span className={styles.cut}>{resultWords.notSorted}</span>
        </>
      )}
      {text.took !== null && (
        <>
          <Dot />
          <span>{text.took}</span>
        </>
      )}
      {text.way !== null && (
        <>
          <Dot />
          <span>{why === undefined ? text.way : <HowButton way={text.way} why={why} />}</span>
        </>
      )}
      {/* Read with the rest when a run has ended, but not each time rows arrive while scrolling. */}
      <span className={styles.end} aria-live="off">
        {text.complete && (
          <>
            <Dot />
            <span className={styles.ok}>
              <Icon icon={CircleCheck} size={12} />
              {resultWords.complete}
            </span>
          </>
        )}
        {text.doubt !== null && (
          <>
            <Dot />
            <span>{text.doubt}</span>
          </>
        )}
        {text.isOpenEnded && text.missing === null && (
          <>
            <Dot />
            <span>{resultWords.noTotal}</span>
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
          {resultWords.rowAndColumn(Math.min(cell.row + 1, rowCount), cell.column.split('\u0000', 1).join(''))}
        </span>
      )}
      <span>{rowsText(start, end, rowCount, allLoaded, rowCountWords)}</span>
    </div>
  )
}
