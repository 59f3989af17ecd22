import { useId, useState } from 'react'
import { navigate, type View } from '../../workspace/view.ts'
import { FieldFrame } from '../../ui/Field.tsx'
import styles from './FilterBar.module.css'
import { useTyped } from './useTyped.ts'
import { readLimit } from '../../workspace/edits/viewEdits.ts'
import { filterWords } from '../../words/en/filter/filter.ts'

/** How many of the matching records are requested; empty means all. */
export function LimitField({ view, disabled }: { readonly view: View; readonly disabled: boolean }) {
  const id = useId()
  // A number field reports text that is not a number as '', and React leaves that text in place while '' is the value.
  const [isBad, setIsBad] = useState(false)
  const accept = (text: string) => (isBad && text === '' ? null : normalLimit(text))
  const typed = useTyped(limitText(view.limit), PAUSE_MS, accept, (text, how) =>
    navigate({ ...view, limit: text === '' ? null : Number(text) }, how),
  )
  const isWrong = accept(typed.text) === null
  return (
    <>
      <label className={styles.word} data-keeps="" htmlFor={id}>
        {filterWords.limitBefore}
      </label>
      <span className={styles.limit}>
        <FieldFrame invalid={isWrong}>
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            placeholder={filterWords.noLimit}
            aria-label={filterWords.limit}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            disabled={disabled}
            value={typed.text}
            // React reports no change from '' to '', as when an e is typed first; the browser reports every input.
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
          {filterWords.badLimit}
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
