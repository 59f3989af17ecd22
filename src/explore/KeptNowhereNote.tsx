import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './OfflineNote.module.css'

/** Says, until it is closed, that what is made in this browser is not kept. */
export function KeptNowhereNote({ shown }: { readonly shown: boolean }) {
  const [closed, setClosed] = useState(false)
  return (
    <output className={styles.kept} aria-label="Storage">
      {shown && !closed && (
        <div className={styles.note} data-tone="warning">
          <Icon icon={TriangleAlert} />
          <p>This browser keeps nothing for the page, so tables made here last until the tab closes.</p>
          <Button size="sm" onClick={() => setClosed(true)}>
            Close
          </Button>
        </div>
      )}
    </output>
  )
}
