import { X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import type { RowSource } from '../../rows/rowSource.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldFrame } from '../../ui/Field.tsx'
import { countWords } from '../../words/figures.ts'
import { gridWords } from '../../words/en/grid.ts'
import type { PlacedColumn } from '../columns/useGridColumns.ts'
import type { GridPosition } from '../geometry/gridFocus.ts'
import styles from './GoTo.module.css'
import { columnNamed } from './columnNamed.ts'
import { rowOfId } from './rowOfId.ts'

const words = gridWords.goTo

export interface GoToProps {
  readonly rows: RowSource
  readonly placed: readonly PlacedColumn[]
  /** The active cell: only its row or only its column changes. */
  readonly at: GridPosition
  /** How the rows are sorted by `_id`; null if they are not. */
  readonly byId: 'ascending' | 'descending' | null
  /** Makes a cell the active one, with the focus. */
  readonly onGo: (to: GridPosition) => void
  readonly onClose: () => void
}

/** One field that leads to a row, by its place or its `_id`, or to a column by its name. */
export function GoTo({ rows, placed, at, byId, onGo, onClose }: GoToProps) {
  const [text, setText] = useState('')
  const [means, setMeans] = useState<'place' | '_id'>('place')
  const [fault, setFault] = useState<string | null>(null)
  const going = useRef<AbortController | null>(null)
  const hint = useId()
  const { rowCount } = rows.extent.get()
  const idPlace = rows.fields.get().findIndex(({ id }) => id === '_id')

  const go = async () => {
    const typed = text.trim()
    const row = Math.max(0, at.row)
    if (typed === '') return
    const column = columnNamed(typed, placed)
    if (!/^[\d,. ]+$/.test(typed)) {
      if (column < 0) return setFault(words.noColumn(typed))
      return onGo({ row, column })
    }
    const number = BigInt(typed.replaceAll(/\D/g, '') || '0')
    if (means === 'place') {
      if (number < 1n || number > BigInt(rowCount)) return setFault(words.noRow(rowCount))
      return onGo({ row: Number(number) - 1, column: at.column })
    }
    going.current?.abort()
    const controller = new AbortController()
    going.current = controller
    try {
      const isDescending = byId === 'descending'
      const found = await rowOfId(number, { rows, place: idPlace, isDescending }, controller.signal)
      if (controller.signal.aborted) return
      if (found === null) return setFault(words.noId(String(number)))
      onGo({ row: found, column: at.column })
    } catch {
      if (!controller.signal.aborted) setFault(words.failed)
    }
  }
  const close = () => {
    going.current?.abort()
    onClose()
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void go()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc of the field and its buttons, which bubbles up
    <form className={styles.goTo} aria-label={words.label} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <div className={styles.line}>
        <FieldFrame invalid={fault !== null}>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by a key
            autoFocus
            aria-label={words.label}
            aria-describedby={hint}
            aria-invalid={fault === null ? undefined : true}
            placeholder={words.placeholder}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setFault(null)
            }}
          />
          <span className={styles.of}>{words.ofRows(countWords(rowCount))}</span>
        </FieldFrame>
        {idPlace >= 0 && (
          <fieldset className={styles.means} aria-label={words.by}>
            {(['place', '_id'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={means === each}
                aria-disabled={each === '_id' && byId === null ? true : undefined}
                title={each === '_id' && byId === null ? words.notSorted : undefined}
                onClick={() => (each === 'place' || byId !== null) && setMeans(each)}
              >
                {each === 'place' ? words.place : each}
              </button>
            ))}
          </fieldset>
        )}
        <Button size="sm" type="submit">
          {words.go}
        </Button>
        <Button size="sm" variant="ghost" icon={X} iconOnly label={words.close} onClick={close} />
      </div>
      <p id={hint} className={styles.hint} role={fault === null ? undefined : 'alert'}>
        {fault ?? (means === 'place' ? words.byPlace : words.byId)}
      </p>
    </form>
  )
}
