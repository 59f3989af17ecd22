import { CircleAlert } from 'lucide-react'
import type { Condition } from '../../query/query.ts'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { noticeWords } from '../../words/en/filter/notices.ts'
import type { Asked } from '../result/failure.ts'
import styles from './notes/Note.module.css'
import { refusalWords } from './refusalWords.ts'
import { shownName } from '../../words/shownName.ts'

export interface FilterRefusalProps {
  readonly condition: Condition
  readonly error: Error
  readonly asked: Asked
}

/** Which condition the server refused, why, and what to do. */
export function FilterRefusal({ condition, error, asked }: FilterRefusalProps) {
  return (
    <div className={styles.note} data-tone="error" role="alert">
      <Icon icon={CircleAlert} />
      <p>
        <RichText parts={noticeWords.refused(shownName(condition.field), refusalWords(error, asked))} />
      </p>
    </div>
  )
}
