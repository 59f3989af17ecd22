import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import type { SqlEditorHandle, SqlEditorProps } from '../../editor/SqlEditor.tsx'
import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import { loadEditor } from './loadEditor.ts'
import styles from './PlainEditor.module.css'
import { PlainEditor } from './PlainEditor.tsx'

const SqlEditor = lazy(() => loadEditor().then((module) => ({ default: module.SqlEditor })))

export interface LazyEditorProps extends Omit<SqlEditorProps, 'ref'> {
  readonly handle: RefObject<SqlEditorHandle | null>
}

/**
 * The SQL editor, loaded when it is needed. Until then the statement can be read. If that takes long, if it can't be loaded,
 * and on touch screens, a plain text box takes its place, which is not replaced while someone writes in it.
 */
export function LazyEditor({ handle, dark, ...props }: LazyEditorProps) {
  const isTouch = useMediaQuery('(hover: none) and (pointer: coarse)')
  const loading = useEditorLoading(!isTouch)
  const [isWriting, setIsWriting] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (isTouch || loading === 'failed' || loading === 'late' || isWriting) {
    return (
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
    )
  }
  const preview = (
    <pre className={styles.preview} aria-hidden="true">
      {props.value}
    </pre>
  )
  if (loading === 'loading') return preview
  return (
    <Suspense fallback={preview}>
      <SqlEditor {...props} dark={dark} ref={handle} />
    </Suspense>
  )
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
