import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SalvagedTable } from '../../protocol/engineMessages.ts'
import { Note } from '../../ui/notes/Note.tsx'
import { damagedStoreWords as words } from '../../words/en/thisBrowser/damagedStore.ts'
import styles from './KeptNowhereNote.module.css'

/** Names, until it is closed, the tables of which less is stored than there was before. */
export function LostTablesNote({ tables }: { readonly tables: readonly SalvagedTable[] }) {
  const [closed, setClosed] = useState<readonly SalvagedTable[] | null>(null)
  return (
    <output className={styles.kept} aria-label={words.lostTitle}>
      {tables.length > 0 && closed !== tables && (
        <Note icon={TriangleAlert} tone="warning" end={{ label: words.close, onEnd: () => setClosed(tables) }}>
          {words.isLess(
            tables.map(({ name, saved, records }) =>
              saved === null || records === null ? words.gone(name) : words.left(name, saved, records),
            ),
          )}
        </Note>
      )}
    </output>
  )
}
