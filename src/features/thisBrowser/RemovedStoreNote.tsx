import { RotateCw, TriangleAlert } from 'lucide-react'
import { Note } from '../../ui/notes/Note.tsx'
import { damagedStoreWords as words } from '../../words/en/thisBrowser/damagedStore.ts'
import styles from './KeptNowhereNote.module.css'

/** Says that the browser has removed what was stored; what is shown stays until the button is pressed. */
export function RemovedStoreNote({ onLoadAgain }: { readonly onLoadAgain: () => void }) {
  return (
    <output className={styles.kept} aria-label={words.removedTitle}>
      <Note icon={TriangleAlert} tone="warning" end={{ label: words.loadAgain, icon: RotateCw, onEnd: onLoadAgain }}>
        {words.removed}
      </Note>
    </output>
  )
}
