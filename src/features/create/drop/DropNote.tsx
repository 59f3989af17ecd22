import { FileSpreadsheet } from 'lucide-react'
import { Icon } from '../../../ui/Icon.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import styles from './DropNote.module.css'

/** Says, over the whole page, what happens if the file that is being dragged is dropped. */
export function DropNote() {
  return (
    <output className={styles.note}>
      <span>
        <Icon icon={FileSpreadsheet} size={20} />
        {createWords.dropped.drop}
      </span>
    </output>
  )
}
