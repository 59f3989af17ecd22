import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { thisBrowserWords } from '../../words/en/thisBrowser/thisBrowser.ts'
import styles from './KeptNowhereNote.module.css'
import { Note } from '../../ui/notes/Note.tsx'

/** Warns, until it is closed, that tables made in this browser are not kept. */
export function KeptNowhereNote({ shown }: { readonly shown: boolean }) {
  const [closed, setClosed] = useState(false)
  return (
    <output className={styles.kept} aria-label={thisBrowserWords.storage}>
      {shown && !closed && (
        <Note icon={TriangleAlert} tone="warning" end={{ label: thisBrowserWords.close, onEnd: () => setClosed(true) }}>
          {thisBrowserWords.keptNowhere}
        </Note>
      )}
    </output>
  )
}
