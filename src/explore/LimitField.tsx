import { useId, useState } from 'react'
import { navigate, type View } from '../state/view.ts'
import { FieldFrame } from '../ui/Field.tsx'
import styles from './FilterBar.module.css'
import { useTyped } from './useTyped.ts'
import { readLimit } from './viewEdits.ts'

/** How many of the matching records are asked for; empty is all. */
export function LimitField({ view, disabled }: { readonly view: View; readonly disabled: boolean }) {
  const id = useId()
  // What a number field can't read as a number it gives as '', and React writes nothing over it as long as '' is its value.
  const [isBad, setIsBad] = useState(false)
  const accept = (text: string) => (isBad && text === '' ? null : normalLimit(text))
  const typed = useTyped(limitText(view.limit), PAUSE_MS, accept, (text, how) =>
    navigate({ ...view, limit: text === '' ? null : Number(text) }, how),
  )
  const isWrong = accept(typed.text) === null
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
            // React tells no change from '' to '', as when the first key is an e; the browser tells each input.
            onInput={(event) => setIsBad(event.currentTarget.validity.badInput)}
            onChange={(event) => typed.setText(event.target.value)}
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
