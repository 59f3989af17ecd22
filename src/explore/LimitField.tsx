import { useId, useState } from 'react'
import { navigate, type View } from '../state/view.ts'
import { FieldFrame } from '../ui/Field.tsx'
import styles from './FilterBar.module.css'
import { useTyped } from './useTyped.ts'
import { readLimit } from './viewEdits.ts'

/** How many of the matching records are asked for; empty is all. */
export function LimitField({ view, disabled }: { readonly view: View; readonly disabled: boolean }) {
  const id = useId()
  // A number field says nothing of what it can't read as a number.
  const [isUnreadable, setIsUnreadable] = useState(false)
  const typed = useTyped(limitText(view.limit), PAUSE_MS, isUnreadable ? nothing : normalLimit, (text, how) =>
    navigate({ ...view, limit: text === '' ? null : Number(text) }, how),
  )
  const isWrong = isUnreadable || !readLimit(typed.text).ok
  return (
    <>
      <label className={styles.word} data-keeps="" htmlFor={id}>
        limit
      </label>
      <span className={styles.limit}>
        <FieldFrame invalid={isWrong}>
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            placeholder="all"
            aria-label="Limit"
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            disabled={disabled}
            value={typed.text}
            onChange={(event) => {
              setIsUnreadable(event.target.validity.badInput)
              if (!event.target.validity.badInput) typed.setText(event.target.value)
            }}
            onBlur={typed.commitNow}
            onKeyDown={(event) => {
              if (event.key === 'Enter') typed.commitNow()
            }}
          />
        </FieldFrame>
      </span>
      {isWrong && (
        <span id={`${id}-wrong`} className={styles.wrong}>
          A whole number, or nothing for all.
        </span>
      )}
    </>
  )
}

const PAUSE_MS = 500

function limitText(limit: number | null): string {
  return limit === null ? '' : String(limit)
}

function normalLimit(text: string): string | null {
  const read = readLimit(text)
  return read.ok ? limitText(read.limit) : null
}

function nothing(): null {
  return null
}
