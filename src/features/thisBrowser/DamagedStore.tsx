import { useEffect, useRef, useState } from 'react'
import type { Handler } from '../../protocol/handler.ts'
import type { NotedTable } from '../../protocol/engineMessages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { damagedStoreWords as words } from '../../words/en/thisBrowser/damagedStore.ts'
import { errorText } from '../result/failure.ts'
import styles from './DamagedStore.module.css'
import { saveReadableTables, saveStoredFiles } from './saveStored.ts'
import { notedTables } from './thisBrowserActions.ts'

export interface DamagedStoreProps {
  readonly handler: Handler
  /** Replaces what is stored with the sample. */
  readonly onReset: () => void
}

/** What can be done about a store that doesn't open: save what is there, then begin again. */
export function DamagedStore({ handler, onReset }: DamagedStoreProps) {
  const [busy, setBusy] = useState<string | null>(null)
  const [said, setSaid] = useState<readonly string[]>([])
  const [failed, setFailed] = useState<string | null>(null)
  const [asking, setAsking] = useState<readonly NotedTable[] | null>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const again = useRef<HTMLButtonElement>(null)
  // The button that had the focus goes when the question opens or closes.
  const wasAsking = useRef(false)
  useEffect(() => {
    if (asking !== null) keep.current?.focus()
    else if (wasAsking.current) again.current?.focus()
    wasAsking.current = asking !== null
  }, [asking])

  const run = async (doing: string, work: () => Promise<readonly string[]>) => {
    if (busy !== null) return
    setBusy(doing)
    setSaid([])
    setFailed(null)
    try {
      setSaid(await work())
    } catch (error) {
      setFailed(errorText(error))
    }
    setBusy(null)
  }
  const saveTables = () => run(words.readingTables, () => saveReadableTables(handler))
  const saveFolder = () => run(words.readingFiles, () => saveStoredFiles(handler))
  const ask = async () => setAsking(await notedTables(handler).catch(() => []))

  const isBusy = busy !== null
  return (
    <>
      <section aria-label={words.title} className={styles.damaged}>
        <h2>{words.title}</h2>
        <p>{words.touchesNothing}</p>
        <div className={styles.buttons}>
          <Button size="sm" aria-disabled={isBusy} onClick={() => void saveTables()}>
            {words.saveTables}
          </Button>
          <Button size="sm" aria-disabled={isBusy} onClick={() => void saveFolder()}>
            {words.saveFiles}
          </Button>
        </div>
        <output>
          {busy ??
            said.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
        </output>
        {failed !== null && <Alert plain title={failed} />}
      </section>
      <section aria-label={words.beginTitle} className={styles.damaged}>
        <h2>{words.beginTitle}</h2>
        {asking === null ? (
          <div className={styles.buttons}>
            <Button ref={again} size="sm" variant="danger" aria-disabled={isBusy} onClick={() => !isBusy && void ask()}>
              {words.startOver}
            </Button>
          </div>
        ) : (
          <>
            <p>{words.removes(asking.map(({ name }) => name))}</p>
            <div className={styles.buttons}>
              <Button size="sm" variant="danger" onClick={onReset}>
                {words.remove}
              </Button>
              <Button ref={keep} size="sm" variant="ghost" onClick={() => setAsking(null)}>
                {words.keep}
              </Button>
            </div>
          </>
        )}
      </section>
    </>
  )
}
