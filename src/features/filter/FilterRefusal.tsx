import { CircleAlert } from 'lucide-react'
import type { Condition } from '../../query/query.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import type { Asked } from '../result/failure.ts'
import styles from './FilterBar.module.css'
import { refusalWords } from './refusalWords.ts'

export interface FilterRefusalProps {
  readonly condition: Condition
  readonly error: Error
  readonly asked: Asked
}

/** Which condition the server refused, why, and what to do. */
export function FilterRefusal({ condition, error, asked }: FilterRefusalProps) {
  return (
    <p className={styles.refusal} role="alert">
      <Icon icon={CircleAlert} />
      <span>
        <RichText parts={filterWords.refused(condition.field, refusalWords(error, asked))} />
      </span>
    </p>
  )
}
