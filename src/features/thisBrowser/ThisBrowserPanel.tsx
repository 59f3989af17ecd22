import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EngineStore } from '../../protocol/engineMessages.ts'
import type { Handler } from '../../protocol/handler.ts'
import { thisBrowser } from '../../instances/instance.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { thisBrowserPanelWords as words } from '../../words/en/thisBrowser/panel.ts'
import { errorText } from '../result/failure.ts'
import { FileInput } from '../../ui/FileInput.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { today } from './saveStored.ts'
import { storedBytes } from './storedBytes.ts'
import { backupThisBrowser, resetThisBrowser, restoreThisBrowser } from './thisBrowserActions.ts'
import styles from './ThisBrowserPanel.module.css'

type Asking = { readonly kind: 'reset' } | { readonly kind: 'restore'; readonly file: File }

export interface ThisBrowserPanelProps {
  readonly handler: Handler
  /** Where the tables are stored; null while unknown. */
  readonly store: EngineStore | null
}

/** The tables that this browser stores: their size, backup, restore and reset. */
export function ThisBrowserPanel({ handler, store }: ThisBrowserPanelProps) {
  const cache = useQueryClient()
  const panel = useRef<HTMLElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [size, setSize] = useState<number | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [saved, setSaved] = useState<readonly string[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  /** Once somebody has tried to save what can be read: there may be nothing, and then the files as they are. */
  const [offersFiles, setOffersFiles] = useState(false)
  const [said, setSaid] = useState<{ readonly text: string; readonly failed: boolean } | null>(null)

  useEffect(() => {
    let here = true
    void storedBytes().then((bytes) => here && setSize(bytes))
    return () => {
      here = false
    }
  }, [])

  // The button that had the focus disappears when the question opens or closes.
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
    setSaved([])
    setBusy(doing)
    try {
      await work()
      setSaid({ text: done, failed: false })
    } catch (error) {
      setSaid({ text: errorText(error), failed: true })
    }
    setBusy(null)
    setSize(await storedBytes())
  }
  const backup = () =>
    run(words.writingBackup, words.backupWritten, async () =>
      saveFile(await backupThisBrowser(handler), `rowan-${today()}.tar.gz`),
    )
  const saveReadable = async () => {
    const { saveReadableTables } = await import('./saveStored.ts')
    await run(words.readingTables, '', async () => setSaved(await saveReadableTables(handler)))
    setOffersFiles(true)
  }
  const saveFiles = async () => {
    const { saveStoredFiles } = await import('./saveStored.ts')
    await run(words.readingFiles, '', async () => setSaved(await saveStoredFiles(handler)))
  }
  const replace = (asked: Asking) =>
    run(
      asked.kind === 'reset' ? words.resetting : words.restoring,
      asked.kind === 'reset' ? words.isReset : words.restored,
      async () => {
        if (asked.kind === 'reset') await resetThisBrowser(handler)
        else await restoreThisBrowser(handler, asked.file)
        await cache.resetQueries({ queryKey: [thisBrowser.id] })
      },
    )

  // Not `disabled`, so that the pressed button keeps the focus.
  const isBusy = busy !== null
  return (
    <section ref={panel} aria-label={words.title} className={styles.panel}>
      <h2>{words.title}</h2>
      {store === 'memory' ? (
        <Alert plain tone="warning" title={words.keptNowhere}>
          {words.whyKeptNowhere}
        </Alert>
      ) : (
        <>
          <p>{size === null ? words.kept : words.keptBytes(size)}</p>
          <p>{words.privateEnds}</p>
        </>
      )}
      {asking === null ? (
        <div className={styles.buttons}>
          <Button size="sm" aria-disabled={isBusy} onClick={() => !isBusy && void backup()}>
            {words.backup}
          </Button>
          <Button
            size="sm"
            data-for="restore"
            aria-disabled={isBusy}
            onClick={() => !isBusy && chooser.current?.click()}
          >
            {words.restore}
          </Button>
          <Button
            size="sm"
            data-for="reset"
            aria-disabled={isBusy}
            onClick={() => !isBusy && setAsking({ kind: 'reset' })}
          >
            {words.reset}
          </Button>
          {store !== 'memory' && (
            <Button size="sm" aria-disabled={isBusy} onClick={() => !isBusy && void saveReadable()}>
              {words.saveReadable}
            </Button>
          )}
          {offersFiles && (
            <Button size="sm" aria-disabled={isBusy} onClick={() => !isBusy && void saveFiles()}>
              {words.saveFiles}
            </Button>
          )}
        </div>
      ) : (
        <div className={styles.buttons}>
          <p className={styles.question}>
            {asking.kind === 'restore' ? <RichText parts={words.replacesAll(asking.file.name)} /> : words.removesAll}
          </p>
          <Button size="sm" variant="danger" onClick={() => void replace(asking)}>
            {asking.kind === 'reset' ? words.removeAndReset : words.removeAndRestore}
          </Button>
          <Button size="sm" variant="ghost" data-for="keep" onClick={() => setAsking(null)}>
            {words.keep}
          </Button>
        </div>
      )}
      <FileInput
        ref={chooser}
        label={words.backupFile}
        accept=".gz,.tar,application/gzip"
        onFile={(file) => setAsking({ kind: 'restore', file })}
      />
      {busy !== null && <output>{busy}</output>}
      {saved.length > 0 && <output>{saved.join(' ')}</output>}
      {said !== null &&
        said.text !== '' &&
        (said.failed ? <Alert plain title={said.text} /> : <output>{said.text}</output>)}
    </section>
  )
}
