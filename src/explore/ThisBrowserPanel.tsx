import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EngineStore } from '../protocol/engineMessages.ts'
import type { Handler } from '../protocol/handler.ts'
import { thisBrowser } from '../state/instances.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { bytesWords } from './figures.ts'
import { saveFile } from './saveFile.ts'
import { backupThisBrowser, resetThisBrowser, restoreThisBrowser } from './thisBrowserActions.ts'
import styles from './ThisBrowserPanel.module.css'

type Asking = { readonly kind: 'reset' } | { readonly kind: 'restore'; readonly file: File }

export interface ThisBrowserPanelProps {
  readonly handler: Handler
  /** Where the tables are; null while that is not known. */
  readonly store: EngineStore | null
}

/** What this browser stores of its own tables: its size, a backup to a file, and the ways to put something in its place. */
export function ThisBrowserPanel({ handler, store }: ThisBrowserPanelProps) {
  const cache = useQueryClient()
  const panel = useRef<HTMLElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [size, setSize] = useState<number | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [said, setSaid] = useState<{ readonly text: string; readonly failed: boolean } | null>(null)

  useEffect(() => {
    let here = true
    void storedBytes().then((bytes) => here && setSize(bytes))
    return () => {
      here = false
    }
  }, [])

  // The button that had the focus is not there on the other side of the question.
  const kind = asking?.kind ?? null
  const asked = useRef<Asking['kind'] | null>(null)
  useEffect(() => {
    const next = kind === null ? asked.current : 'keep'
    asked.current = kind
    if (next !== null) panel.current?.querySelector<HTMLElement>(`[data-for="${next}"]`)?.focus()
  }, [kind])

  const run = async (doing: string, done: string, work: () => Promise<void>) => {
    setAsking(null)
    setSaid(null)
    setBusy(doing)
    try {
      await work()
      setSaid({ text: done, failed: false })
    } catch (error) {
      setSaid({ text: error instanceof Error ? error.message : String(error), failed: true })
    }
    setBusy(null)
    setSize(await storedBytes())
  }
  const backup = () =>
    run('Writing the backup …', 'Backup written.', async () =>
      saveFile(await backupThisBrowser(handler), `rowan-${new Date().toISOString().slice(0, 10)}.tar.gz`),
    )
  const replace = (asked: Asking) =>
    run(
      asked.kind === 'reset' ? 'Putting back the sample …' : 'Restoring …',
      asked.kind === 'reset' ? 'Only the sample is here now.' : 'Restored.',
      async () => {
        if (asked.kind === 'reset') await resetThisBrowser(handler)
        else await restoreThisBrowser(handler, asked.file)
        await cache.resetQueries({ queryKey: [thisBrowser.id] })
      },
    )

  // Not `disabled`: the button that was pressed keeps the focus.
  const isBusy = busy !== null
  return (
    <section ref={panel} aria-label="This browser" className={styles.panel}>
      <h2>This browser</h2>
      {store === 'memory' ? (
        <Alert plain tone="warning" title="This browser keeps nothing for the page.">
          Tables made here last until the tab closes. Private windows do so, and addresses without https.
        </Alert>
      ) : (
        <p>{size === null ? 'Its tables are kept on this device.' : `${bytesWords(size)} kept on this device.`}</p>
      )}
      {asking === null ? (
        <div className={styles.buttons}>
          <Button size="sm" aria-disabled={isBusy} onClick={() => !isBusy && void backup()}>
            Backup to a file
          </Button>
          <Button
            size="sm"
            data-for="restore"
            aria-disabled={isBusy}
            onClick={() => !isBusy && chooser.current?.click()}
          >
            Restore from a file
          </Button>
          <Button
            size="sm"
            data-for="reset"
            aria-disabled={isBusy}
            onClick={() => !isBusy && setAsking({ kind: 'reset' })}
          >
            Reset the sample
          </Button>
        </div>
      ) : (
        <div className={styles.buttons}>
          <p className={styles.question}>
            All tables made here are removed
            {asking.kind === 'restore' && (
              <>
                ; those of <b>{asking.file.name}</b> take their place
              </>
            )}
            .
          </p>
          <Button size="sm" variant="danger" onClick={() => void replace(asking)}>
            {asking.kind === 'reset' ? 'Remove and reset' : 'Remove and restore'}
          </Button>
          <Button size="sm" variant="ghost" data-for="keep" onClick={() => setAsking(null)}>
            Keep
          </Button>
        </div>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Backup file"
        accept=".gz,.tar,application/gzip"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) setAsking({ kind: 'restore', file })
          target.value = ''
        }}
      />
      {busy !== null && <output>{busy}</output>}
      {said !== null && (said.failed ? <Alert plain title={said.text} /> : <output>{said.text}</output>)}
    </section>
  )
}

/** The bytes that the page's origin takes up; null where the browser does not tell. */
async function storedBytes(): Promise<number | null> {
  if (!('storage' in navigator)) return null
  const { usage } = await navigator.storage.estimate().catch(() => ({ usage: undefined }))
  return usage ?? null
}
