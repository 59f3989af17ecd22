import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { SqlEditorHandle, SqlEditorProps } from '../../../editor/SqlEditor.tsx'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'
import { loadEditor } from './loadEditor.ts'
import { settings, useSetting } from '../../../workspace/settings.ts'
import { useShownSheet } from '../../../workspace/sheets/sheets.ts'
import { usePlainNames } from '../completion/usePlainNames.ts'
import { useSqlHelp } from '../completion/useSqlHelp.ts'
import styles from './PlainEditor.module.css'
import { PlainEditor } from './PlainEditor.tsx'
import { sqlEditsOf } from './sqlEdits.ts'
import { useDiagnostics } from './useDiagnostics.ts'
import { useSqlSource } from '../useSqlSource.ts'

const SqlEditor = lazy(() => loadEditor().then((module) => ({ default: module.SqlEditor })))

const ReaderEditor = lazy(() => import('./ReaderEditor.tsx').then((module) => ({ default: module.ReaderEditor })))

export interface LazyEditorProps extends Omit<
  SqlEditorProps,
  'ref' | 'complete' | 'checks' | 'edits' | 'help' | 'model' | 'zone'
> {
  readonly instanceId: string
  readonly client: ActionClient
  /** The id of the open table. */
  readonly tableId: string | null
  readonly handle: RefObject<SqlEditorHandle | null>
  /** Shown below the line of the error where the editor can, else below all lines, as also without a range; told which. */
  readonly problem: ((isInText: boolean) => ReactNode) | null
  /** Where the error was is not in the text any more: then nothing is said below all lines either. */
  readonly isPast: boolean
}

/**
 * The SQL editor, loaded when it is needed. Until then the statement can be read. If that takes long, if it can't be loaded,
 * and on touch screens, a plain text box takes its place, which is not replaced while someone writes in it. Who has chosen it in
 * Settings writes in the text box for screen readers.
 */
export function LazyEditor({ handle, dark, instanceId, client, tableId, problem, isPast, ...props }: LazyEditorProps) {
  const isTouch = useMediaQuery('(hover: none) and (pointer: coarse)')
  const isForReader = useSetting(settings.readerEditor)
  const loading = useEditorLoading(!isTouch && !isForReader)
  const [isWriting, setIsWriting] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPlain = isTouch || loading === 'failed' || loading === 'late' || isWriting
  usePlainNames(handle, isPlain || isForReader)
  if (isForReader) {
    return (
      <>
        <div className={styles.place}>
          <Suspense>
            <ReaderEditor {...props} instanceId={instanceId} client={client} tableId={tableId} handle={handle} />
          </Suspense>
        </div>
        {problem?.(false)}
      </>
    )
  }
  if (isPlain) {
    return (
      <>
        <div
          className={styles.place}
          onFocus={() => {
            clearTimeout(leaving.current)
            setIsWriting(true)
          }}
          onBlur={() => {
            leaving.current = setTimeout(() => setIsWriting(false), LEFT_MS)
          }}
        >
          <PlainEditor {...props} ref={handle} />
        </div>
        {problem?.(false)}
      </>
    )
  }
  const preview = (
    <pre className={styles.preview} aria-hidden="true">
      {props.value}
    </pre>
  )
  const isInText = props.error !== null && props.error.range !== null
  const below = isInText || isPast ? null : problem?.(false)
  if (loading === 'loading')
    return (
      <>
        <div className={styles.place}>{preview}</div>
        {problem?.(false)}
      </>
    )
  return (
    <>
      <div className={styles.place}>
        <Suspense fallback={preview}>
          <CompletingEditor
            {...props}
            zone={isInText ? problem?.(true) : null}
            dark={dark}
            ref={handle}
            instanceId={instanceId}
            client={client}
            tableId={tableId}
          />
        </Suspense>
      </div>
      {below}
    </>
  )
}

type CompletingEditorProps = Omit<SqlEditorProps, 'complete' | 'checks' | 'edits' | 'help' | 'model'> &
  Pick<LazyEditorProps, 'instanceId' | 'client' | 'tableId'>

/** Apart, so that nothing is loaded for completions where there is only a text box. */
function CompletingEditor({ instanceId, client, tableId, ...props }: CompletingEditorProps) {
  // The editor of one sheet all its life: another sheet is drawn anew.
  const [model] = useState(useShownSheet())
  const source = useSqlSource(instanceId, client, tableId)
  const edits = useMemo(() => sqlEditsOf(source), [source])
  const help = useSqlHelp(source, instanceId, client)
  const checks = useDiagnostics(source, client)
  const answers = { complete: source.complete, edits, help, checks }
  return <SqlEditor {...props} {...answers} model={model} />
}

function useEditorLoading(isWanted: boolean): 'loading' | 'late' | 'loaded' | 'failed' {
  const [state, setState] = useState<'loading' | 'late' | 'loaded' | 'failed'>('loading')
  useEffect(() => {
    if (!isWanted) return undefined
    const late = setTimeout(() => setState((now) => (now === 'loading' ? 'late' : now)), LATE_MS)
    loadEditor().then(
      () => setState('loaded'),
      () => setState('failed'),
    )
    return () => clearTimeout(late)
  }, [isWanted])
  return state
}

/** After this a plain text box is offered, ms. */
const LATE_MS = 3000

/** A text box without the focus for this long has been left, ms: pressing a button beside it may give the focus back. */
const LEFT_MS = 500
