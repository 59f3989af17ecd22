import { useEffect, useRef, useState } from 'react'
import type { KeptTables } from '../../protocol/engineMessages.ts'
import { Button } from '../../ui/Button.tsx'
import { momentWords } from '../../words/figures.ts'
import { thisBrowserPanelWords as words } from '../../words/en/thisBrowser/panel.ts'
import styles from './ThisBrowserPanel.module.css'

export interface KeptTablesListProps {
  readonly all: readonly KeptTables[]
  readonly isBusy: boolean
  readonly onBringBack: (tables: KeptTables) => void
  readonly onLetGo: (tables: KeptTables) => void
}

/** What restores have replaced: each can be brought back, or let go after a question. */
export function KeptTablesList({ all, isBusy, onBringBack, onLetGo }: KeptTablesListProps) {
  const [asking, setAsking] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // The button that had the focus disappears when the question opens or closes.
  const wasAsking = useRef<number | null>(null)
  useEffect(() => {
    const place = asking ?? wasAsking.current
    if (place !== null) list.current?.querySelector<HTMLElement>(`[data-for="${place}"]`)?.focus()
    wasAsking.current = asking
  }, [asking])
  if (all.length === 0) return null
  return (
    <>
      <h3>{words.kept.title}</h3>
      <ul ref={list} className={styles.keptTables}>
        {all.map((kept) => (
          <li key={kept.id}>
            <p>{words.kept.replaced(momentWords(Date.parse(kept.at)), kept.tables.map(tableWords), kept.bytes)}</p>
            {asking === kept.id && <p>{words.kept.removes}</p>}
            <div className={styles.buttons}>
              {asking === kept.id ? (
                <>
                  <Button size="sm" variant="danger" onClick={() => onLetGo(kept)}>
                    {words.kept.remove}
                  </Button>
                  <Button size="sm" variant="ghost" data-for={kept.id} onClick={() => setAsking(null)}>
                    {words.keep}
                  </Button>
                </>
              ) : (
                <>
                  <Button size="sm" aria-disabled={isBusy} onClick={() => !isBusy && onBringBack(kept)}>
                    {words.kept.bringBack}
                  </Button>
                  <Button
                    size="sm"
                    data-for={kept.id}
                    aria-disabled={isBusy}
                    onClick={() => !isBusy && setAsking(kept.id)}
                  >
                    {words.kept.letGo}
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A table of a backup with its count, as a list of them has it. */
export function tableWords({ name, records }: { readonly name: string; readonly records: number | null }): string {
  return words.table(name, records)
}
