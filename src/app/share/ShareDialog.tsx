import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { format } from '../../formats/csv/csvWriter.ts'
import { exportName, nameParts } from '../../features/export/exportName.ts'
import { exportSearch } from '../../features/export/exportSearch.ts'
import { errorText } from '../../features/result/failure.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Query } from '../../query/query.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { surePlan } from '../../results/plan/plan.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { appWords } from '../../words/en/app.ts'
import { thisBrowserPanelWords } from '../../words/en/thisBrowser/panel.ts'
import styles from '../../ui/ShortDialog.module.css'

export interface ShareDialogProps {
  readonly client: ActionClient
  /** What is shown; null if that is no table. */
  readonly query: Query | null
  readonly title: string
  /** The link is in the clipboard. */
  readonly isCopied: boolean
  readonly onClose: () => void
}

/** Sharing from the page's own database: its link leads others nowhere, so the records can be sent as a file. */
export function ShareDialog({ client, query, title, isCopied, onClose }: ShareDialogProps) {
  const { share: words } = thisBrowserPanelWords
  const [state, setState] = useState<'saving' | { readonly error: unknown } | { readonly saved: string } | null>(null)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])
  const save = async (asked: Query) => {
    setState('saving')
    stop.current = new AbortController()
    const { signal } = stop.current
    try {
      const file = await exportSearch(surePlan(client, asked), format, { signal, onProgress: () => undefined })
      if (file.stoppedBy !== null) throw file.stoppedBy
      const name = exportName(title, nameParts(asked, null), format.extension, {
        atLeast: file.isProven ? null : file.rows,
      })
      saveFile(file.blob, name)
      setState({ saved: words.saved(file.rows, name) })
    } catch (error) {
      if (!signal.aborted) setState({ error })
    }
  }
  return (
    <Dialog
      title={appWords.share}
      onClose={onClose}
      foot={
        <>
          <span className={styles.space} />
          <Button size="lg" variant="ghost" onClick={onClose}>
            {words.close}
          </Button>
          {query !== null && (
            <Button
              size="lg"
              variant="primary"
              icon={Download}
              data-autofocus=""
              busy={state === 'saving'}
              onClick={() => void save(query)}
            >
              {words.saveFile}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p>{isCopied ? words.copied : appWords.linkNotCopied}</p>
        <p>{words.onThisDevice}</p>
        {query !== null && <p>{words.fileInstead(title)}</p>}
        <output>{state !== null && typeof state === 'object' && 'saved' in state && state.saved}</output>
        {state !== null && typeof state === 'object' && 'error' in state && (
          <Alert plain title={errorText(state.error)} />
        )}
      </div>
    </Dialog>
  )
}
