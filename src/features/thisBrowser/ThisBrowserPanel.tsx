import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EngineStore, KeptTables, NotedTable } from '../../protocol/engineMessages.ts'
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
import { KeptTablesList, tableWords } from './KeptTablesList.tsx'
import {
  backupThisBrowser,
  bringBackTables,
  keptTables,
  letGoTables,
  resetThisBrowser,
  restoreThisBrowser,
  tablesOfBackup,
} from './thisBrowserActions.ts'
import styles from './ThisBrowserPanel.module.css'

type Asking =
  | { readonly kind: 'reset' }
  | { readonly kind: 'restore'; readonly file: File; readonly tables: readonly NotedTable[] }

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
  const [kept, setKept] = useState<readonly KeptTables[]>([])
  const [saved, setSaved] = useState<readonly string[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  /** Once somebody has tried to save what can be read: there may be nothing, and then the files as they are. */
  const [offersFiles, setOffersFiles] = useState(false)
  const [said, setSaid] = useState<{ readonly text: string; readonly failed: boolean } | null>(null)

  useEffect(() => {
    let here = true
    void storedBytes().then((bytes) => here && setSize(bytes))
    keptTables(handler).then(
      (tables) => here && setKept(tables),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [handler])

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
    setKept(await keptTables(handler).catch(() => []))
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
  const ask = (file: File) =>
    run(words.readingBackup, '', async () =>
      setAsking({ kind: 'restore', file, tables: await tablesOfBackup(handler, file) }),
    )
  const bringBack = (tables: KeptTables) =>
    run(words.kept.bringingBack, words.kept.isBack, async () => {
      await bringBackTables(handler, tables)
      await cache.resetQueries({ queryKey: [thisBrowser.id] })
    })
  const letGo = (tables: KeptTables) => run(words.kept.lettingGo, words.kept.isGone, () => letGoTables(handler, tables))

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
          <p>{size === null ? words.isKept : words.keptBytes(size)}</p>
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
            {asking.kind === 'restore' ? (
              <RichText parts={words.replacesAll(asking.file.name, asking.tables.map(tableWords))} />
            ) : (
              words.removesAll
            )}
          </p>
          <Button
            size="sm"
            variant={asking.kind === 'reset' ? 'danger' : 'primary'}
            onClick={() => void replace(asking)}
          >
            {asking.kind === 'reset' ? words.removeAndReset : words.restoreThese}
          </Button>
          <Button size="sm" variant="ghost" data-for="keep" onClick={() => setAsking(null)}>
            {asking.kind === 'reset' ? words.keep : words.cancel}
          </Button>
        </div>
      )}
      <FileInput
        ref={chooser}
        label={words.backupFile}
        accept=".gz,.tar,application/gzip"
        onFile={(file) => void ask(file)}
      />
      <KeptTablesList
        all={kept}
        isBusy={isBusy}
        onBringBack={(tables) => void bringBack(tables)}
        onLetGo={(tables) => void letGo(tables)}
      />
      {busy !== null && <output>{busy}</output>}
      {saved.length > 0 && <output>{saved.join(' ')}</output>}
      {said !== null &&
        said.text !== '' &&
        (said.failed ? <Alert plain title={said.text} /> : <output>{said.text}</output>)}
    </section>
  )
}
