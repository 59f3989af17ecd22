import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Icon.tsx'
import { gridWords } from '../../words/en/grid.ts'
import styles from './CopyNotice.module.css'
import { MOST_COPIED } from './copyLimits.ts'
import type { CopyState } from './useCopy.ts'

const words = gridWords.copying

export interface CopyNoticeProps {
  readonly state: CopyState
  readonly onClose: () => void
}

/** How a copy is going that has to fetch rows, and what to do if it can't be made. */
export function CopyNotice({ state, onClose }: CopyNoticeProps) {
  return (
    <div className={styles.notice} data-failed={state.kind === 'stopped' || undefined}>
      {/* Spoken when it changes in kind; the rows that are counted are not. */}
      <span role={state.kind === 'stopped' ? 'alert' : 'status'} className={styles.words}>
        {state.kind === 'fetching' && <Spinner />}
        <span aria-live={state.kind === 'fetching' ? 'off' : undefined}>{wordsOf(state)}</span>
      </span>
      {state.kind === 'fetching' && (
        <Button size="sm" onClick={state.stop}>
          {words.stop}
        </Button>
      )}
      {state.kind === 'stopped' && (
        <Button size="sm" onClick={state.again}>
          {words.again}
        </Button>
      )}
      {state.kind !== 'fetching' && (
        <Button size="sm" variant="ghost" onClick={onClose}>
          {words.close}
        </Button>
      )}
    </div>
  )
}

function wordsOf(state: CopyState): string {
  switch (state.kind) {
    case 'fetching':
      return state.total === null ? words.preparing : words.fetching(state.done, state.total)
    case 'ready':
      return words.ready(state.cells)
    case 'stopped':
      return words.stoppedAt(state.row + 1)
    case 'tooMany':
      return words.tooMany(state.cells, MOST_COPIED)
  }
}
