import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import styles from './KeptNowhereNote.module.css'
import { Note } from './Note.tsx'

/** Says, until it is closed, that what is made in this browser is not kept. */
export function KeptNowhereNote({ shown }: { readonly shown: boolean }) {
  const [closed, setClosed] = useState(false)
  return (
    <output className={styles.kept} aria-label="Storage">
      {shown && !closed && (
        <Note icon={TriangleAlert} tone="warning" end={{ label: 'Close', onEnd: () => setClosed(true) }}>
          This browser keeps nothing for the page, so tables made here last until the tab closes.
        </Note>
      )}
    </output>
  )
}
