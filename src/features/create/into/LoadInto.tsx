import { useId } from 'react'
import { intoWords } from '../../../words/en/create/into.ts'
import { FormRow } from '../FormRow.tsx'
import styles from './LoadInto.module.css'

export interface LoadIntoProps {
  /** The title of the table that is open. */
  readonly table: string
  readonly isNew: boolean
  /** null once something was sent. */
  readonly onNew: ((isNew: boolean) => void) | null
}

/** Whether the file becomes a table of its own or goes into the one that is open. */
export function LoadInto({ table, isNew, onNew }: LoadIntoProps) {
  const id = useId()
  return (
    <FormRow label={intoWords.loadInto} labelId={id}>
      <div role="radiogroup" aria-labelledby={id} className={styles.into}>
        {[true, false].map((each) => (
          <label key={String(each)}>
            <input
              type="radio"
              name={id}
              checked={each === isNew}
              disabled={onNew === null}
              onChange={() => onNew?.(each)}
            />
            <span>{each ? intoWords.newTable : table}</span>
          </label>
        ))}
      </div>
    </FormRow>
  )
}
