import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import type { SqlEditorHandle, SqlEditorProps } from '../editor/SqlEditor.tsx'
import { useMediaQuery } from '../ui/useMediaQuery.ts'
import styles from './PlainEditor.module.css'
import { PlainEditor } from './PlainEditor.tsx'

/** Begins to fetch the editor, for when it is about to be needed. */
export function prefetchEditor(): void {
  loadEditor().catch(() => {
    // Told where the editor stands: there a plain text box takes its place.
  })
}

const loadEditor = () => import('../editor/SqlEditor.tsx')
const SqlEditor = lazy(() => loadEditor().then((module) => ({ default: module.SqlEditor })))

export interface LazyEditorProps extends Omit<SqlEditorProps, 'ref'> {
  readonly handle: RefObject<SqlEditorHandle | null>
}

/**
 * The SQL editor, loaded on need. While it is on its way the statement is there to be read; when that takes long, and where
 * it can't be loaded or is not made for (touch), a plain text box takes its place, and nobody is thrown out of that while
 * writing in it.
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

/** So long one may be kept waiting before a plain text box is given, ms. */
const LATE_MS = 3000

/** A text box that lost the focus for so long is left, ms: a press on a button beside it may give it back. */
const LEFT_MS = 500
