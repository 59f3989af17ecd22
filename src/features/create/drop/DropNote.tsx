import { FileSpreadsheet } from 'lucide-react'
import { Icon } from '../../../ui/Icon.tsx'
import { droppedFileWords } from '../../../words/en/create/droppedFile.ts'
import styles from './DropNote.module.css'

/** Says, over the whole page, what happens if the file that is being dragged is dropped. */
export function DropNote() {
  return (
    <output className={styles.note}>
      <span>
        <Icon icon={FileSpreadsheet} size={20} />
        {droppedFileWords.drop}
      </span>
    </output>
  )
}
