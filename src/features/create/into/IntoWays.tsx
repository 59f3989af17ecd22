import { useId } from 'react'
import { intoWords } from '../../../words/en/create/into.ts'
import { FormRow } from '../FormRow.tsx'
import { whyNotWay, type IntoColumn, type IntoWay } from './intoPlan.ts'
import type { IntoTable } from './intoTable.ts'
import styles from './IntoWays.module.css'

export interface IntoWaysProps {
  readonly table: IntoTable
  readonly columns: readonly IntoColumn[]
  readonly way: IntoWay
  /** null once something was sent. */
  readonly onWay: ((way: IntoWay) => void) | null
}

/** What the records do: each way with what happens, or why it can't be. */
export function IntoWays({ table, columns, way, onWay }: IntoWaysProps) {
  const id = useId()
  return (
    <FormRow label={intoWords.whatToDo} labelId={`${id}-title`}>
      <div role="radiogroup" aria-labelledby={`${id}-title`} className={styles.ways}>
        {WAYS.map((each) => {
          const why = whyNotWay(each, table, columns)
          return (
            <div key={each} className={styles.way}>
              <input
                type="radio"
                id={`${id}-${each}`}
                name={id}
                checked={way === each}
                disabled={why !== null || onWay === null}
                aria-describedby={`${id}-${each}-hint`}
                onChange={() => onWay?.(each)}
              />
              <label htmlFor={`${id}-${each}`}>{intoWords.ways[each]}</label>
              <p id={`${id}-${each}-hint`}>{why === null ? hintOf(each, table) : intoWords.whyNot[why]}</p>
            </div>
          )
        })}
      </div>
    </FormRow>
  )
}

const WAYS: readonly IntoWay[] = ['add', 'update', 'replace']

function hintOf(way: IntoWay, { key, records, deletes }: IntoTable): string {
  const named = key?.join(', ') ?? ''
  switch (way) {
    case 'add':
      return [intoWords.wayHints.add(), ...(named === '' ? [] : [intoWords.wayHints.addKeyed(named)])].join(' ')
    case 'update':
      return intoWords.wayHints.update(named)
    case 'replace':
      return (deletes === 'lists' && records !== 0 ? intoWords.wayHints.replaceInSteps : intoWords.wayHints.replace)(
        records ?? 0,
      )
  }
}
