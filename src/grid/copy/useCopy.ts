import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { RowSource } from '../../rows/rowSource.ts'
import { laterModule } from '../../ui/later.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { gridWords } from '../../words/en/grid.ts'
import type { PlacedColumn } from '../columns/useGridColumns.ts'
import { countOf, type Band } from '../selection/selectedArea.ts'
import type * as Copier from './copier.ts'
import type { CopiedTexts, CopyForm } from './copyForms.ts'
import { MOST_COPIED, MOST_HTML_CELLS, OWN_FORM } from './copyLimits.ts'

/** How a copy is going that had to fetch rows, or why there is none. */
export type CopyState =
  | { readonly kind: 'fetching'; readonly done: number; readonly total: number | null; readonly stop: () => void }
  | { readonly kind: 'ready'; readonly cells: number }
  | { readonly kind: 'stopped'; readonly row: number; readonly again: () => void }
  | { readonly kind: 'tooMany'; readonly cells: number }

export interface CopyOptions {
  /** Copies within it are the grid's. */
  readonly frame: RefObject<HTMLElement | null>
  /** What is selected now, the active cell if nothing else is. */
  readonly bands: () => readonly Band[]
  readonly placed: readonly PlacedColumn[]
  readonly rows: RowSource
  /** Another key is another result. */
  readonly resetKey: string
  /** Makes the grid have the focus, as only then the browser tells it of a copy. */
  readonly focus: () => void
}

let copier: typeof Copier | null = null
const loadCopier = laterModule(async () => (copier = await import('./copier.ts')))

/** What was fetched for a copy that the browser did not take by itself. */
interface Ready {
  readonly key: string
  readonly texts: CopiedTexts
}

/**
 * Copies the selection: what is loaded at once, in the browser's own event, which works without permission and over plain
 * HTTP. What has to be fetched first is promised to the clipboard; where that is not allowed, the next Ctrl C takes it.
 */
export function useCopy({ frame, bands, placed, rows, resetKey, focus }: CopyOptions) {
  const [shown, setShown] = useState<{ readonly of: string; readonly state: CopyState | null }>({ of: '', state: null })
  const setState = (state: CopyState | null) => setShown({ of: resetKey, state })
  const asked = useRef<CopyForm | null>(null)
  const ready = useRef<Ready | null>(null)
  const running = useRef<{ readonly of: string; readonly controller: AbortController } | null>(null)
  // The rows of another result would be mixed with those that came.
  useEffect(
    () => () => {
      if (running.current?.of === resetKey) running.current.controller.abort()
    },
    [resetKey],
  )

  const fetchFirst = async (form: CopyForm, selected: readonly Band[], cells: number, key: string) => {
    running.current?.controller.abort()
    const controller = new AbortController()
    running.current = { of: resetKey, controller }
    const { signal } = controller
    const show = (next: CopyState | null) => void (signal.aborted || setState(next))
    const stop = () => {
      controller.abort()
      setState(null)
    }
    const onProgress = (done: number, total: number) => show({ kind: 'fetching', done, total, stop })
    show({ kind: 'fetching', done: 0, total: null, stop })
    const of = { bands: selected, places: placed.map(({ place }) => place), rows }
    const texts = loadCopier().then((loaded) => loaded.fetchedTexts(of, form, { signal, onProgress }))
    // Begun while the key is still pressed: later the browser would not take it.
    const isWritten = writeLater(texts, form, cells)
    try {
      const came = await texts
      if (await isWritten) {
        show(null)
        if (!signal.aborted) showToast(gridWords.copying.copied(cells))
        return
      }
      ready.current = signal.aborted ? null : { key, texts: came }
      show({ kind: 'ready', cells })
    } catch (error) {
      const row =
        copier !== null && error instanceof copier.CopyStoppedError ? error.row : (selected[0]?.rows.start ?? 0)
      show({ kind: 'stopped', row, again: () => void fetchFirst(form, selected, cells, key) })
    }
  }

  const copy = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event
    if (clipboardData === null || !(target instanceof Element) || target.closest('input, textarea, dialog') !== null)
      return
    const selected = bands()
    const { cells } = countOf(selected)
    const form = asked.current ?? 'table'
    if (cells === 0 || document.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    asked.current = null
    if (cells > MOST_COPIED) return setState({ kind: 'tooMany', cells })
    const key = JSON.stringify([form, selected])
    const texts =
      ready.current?.key === key
        ? ready.current.texts
        : copier?.textsAtHand({ bands: selected, places: placed.map(({ place }) => place), rows }, form)
    ready.current = null
    if (!texts) return void fetchFirst(form, selected, cells, key)
    for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text)
    running.current?.controller.abort()
    setState(null)
    showToast(gridWords.copying.copied(cells))
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const controller = new AbortController()
    const { signal } = controller
    element.addEventListener('copy', (event) => copy(event), { signal })
    // Without a selected text there would be nothing to copy, and no event.
    element.addEventListener('beforecopy', (event) => asked.current !== null && event.preventDefault(), { signal })
    element.addEventListener('focusin', () => void loadCopier().catch(() => undefined), { signal, once: true })
    return () => controller.abort()
  }, [frame])

  return {
    state: shown.of === resetKey ? shown.state : null,
    close: () => setState(null),
    /** Copies the selection in that form, as a menu asks for it. */
    copyAs: (form: CopyForm) => {
      focus()
      asked.current = form
      // Deprecated, but it makes the browser's own event, which needs no permission.
      document.execCommand('copy')
      // Whoever heard of it has taken the form.
      if (asked.current === null) return
      asked.current = null
      const selected = bands()
      void fetchFirst(form, selected, countOf(selected).cells, JSON.stringify([form, selected]))
    },
  }
}

/** Promises the texts to the clipboard; false if the browser takes no promises, or does not take this one. */
async function writeLater(texts: Promise<CopiedTexts>, form: CopyForm, cells: number): Promise<boolean> {
  const blob = async (type: string) => {
    const text = (await texts)[type]
    // There is no HTML of very long texts: what was promised can't be kept, and an empty table would be pasted in its place.
    if (text === undefined) throw new Error(`The copy has no ${type}`)
    return new Blob([text], { type })
  }
  try {
    const isTable = form === 'table' || form === 'withHeaders' || form === 'withoutHeaders'
    const types = ['text/plain', ...(isTable && cells <= MOST_HTML_CELLS ? ['text/html'] : [])]
    const own = `web ${OWN_FORM}`
    const items: [string, Promise<Blob>][] = types.map((type) => [type, blob(type)])
    if (isTable && ClipboardItem.supports(own)) items.push([own, blob(OWN_FORM)])
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(items))])
    return true
  } catch {
    return false
  }
}
