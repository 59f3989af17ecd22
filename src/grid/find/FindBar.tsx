import { ChevronDown, ChevronUp, X } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import type { RowSource } from '../../rows/rowSource.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldFrame } from '../../ui/Field.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { gridWords } from '../../words/en/grid.ts'
import type { PlacedColumn } from '../columns/useGridColumns.ts'
import type { GridPosition } from '../geometry/gridFocus.ts'
import styles from './FindBar.module.css'
import { foundText, foundWords } from './findText.ts'
import { GridFind } from './gridFind.ts'
import type { FindPaint } from './findPaint.ts'

const words = gridWords.find

export interface FindHandle {
  readonly focus: () => void
  /** To the next match, or to the one before. */
  readonly step: (isForward: boolean) => void
}

export interface FindBarProps {
  readonly ref?: Ref<FindHandle>
  readonly rows: RowSource
  readonly placed: readonly PlacedColumn[]
  /** Words of a search: while the field is empty, its matches are gone through. Empty: there is no search. */
  readonly searched: string
  /** The first match is gone to at once, though nothing has been typed. */
  readonly isForSearch: boolean
  /** The active cell, from which the first match is looked for. */
  readonly at: GridPosition
  /** Brings a cell into view and makes it the active one, without the focus. */
  readonly onGo: (to: GridPosition) => void
  /** What is to be marked on the cells. */
  readonly onPaint: (paint: FindPaint | null) => void
  readonly onClose: () => void
}

type Status = 'idle' | 'looking' | 'none' | 'failed' | { readonly further: number }

/** Looks for a text in the cells: in those that are loaded at once, in the others as one steps on. */
export function FindBar({ ref, rows, placed, searched, isForSearch, at, onGo, onPaint, onClose }: FindBarProps) {
  const [sought, setSought] = useState('')
  const [current, setCurrent] = useState<GridPosition | null>(null)
  const [status, setStatus] = useState<Status>('idle')
  const [, setKnown] = useState(0)
  const stepping = useRef<AbortController | null>(null)
  const text = useMemo(() => foundText(sought) ?? foundWords(searched), [sought, searched])
  const find = useMemo(() => {
    const columns = placed.map(({ place, column }) => ({ place, kind: column.kind }))
    return text && new GridFind({ rows, columns, text, onChange: () => setKnown((times) => times + 1) })
  }, [text, rows, placed])

  const step = async (from: GridPosition, isForward: boolean) => {
    stepping.current?.abort()
    if (find === null) return
    const controller = new AbortController()
    stepping.current = controller
    setStatus('looking')
    try {
      const led = await find.step(from, isForward, controller.signal)
      if (controller.signal.aborted) return
      setStatus(led.kind === 'further' ? { further: led.looked } : led.kind === 'none' ? 'none' : 'idle')
      if (led.kind !== 'found') return
      setCurrent(led.at)
      onGo(led.at)
    } catch {
      if (!controller.signal.aborted) setStatus('failed')
    }
  }

  // A new text: what is loaded is looked through, and the first match at the active cell or after it is gone to. Whoever has
  // not typed yet may be about to, and stays.
  const begin = useEffectEvent((from: GridPosition) => {
    if (sought !== '' || isForSearch) void step(from, true)
  })
  const start = useEffectEvent(() => before(at))
  useEffect(() => {
    const controller = new AbortController()
    const from = start()
    const look = async () => {
      await find?.lookThroughLoaded(controller.signal)
      if (!controller.signal.aborted) begin(from)
    }
    void look()
    return () => {
      controller.abort()
      stepping.current?.abort()
    }
  }, [find])
  useEffect(() => {
    if (find === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const controller = new AbortController()
    const stop = rows.subscribe({ start: 0, end: Infinity }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void find.lookThroughLoaded(controller.signal), REST)
    })
    return () => {
      clearTimeout(timer)
      controller.abort()
      stop()
    }
  }, [find, rows])
  const paint = useEffectEvent((of: FindPaint | null) => onPaint(of))
  const count = find?.index.count ?? 0
  useEffect(
    () => paint(find && text && { index: find.index, pieces: text.pieces, count, current }),
    [find, text, current, count],
  )
  useEffect(() => () => paint(null), [])

  const go = (isForward: boolean) => void step(current ?? before(at), isForward)
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => field.current?.select(), step: go }))
  useEffect(() => field.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' || event.key === 'F3') go(!event.shiftKey)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and its buttons, which bubble up
    <search className={styles.bar} onKeyDown={onKeyDown}>
      <FieldFrame>
        <input
          ref={field}
          aria-label={words.label}
          placeholder={searched === '' ? words.placeholder : words.ofSearch}
          value={sought}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setSought(event.target.value)
            setCurrent(null)
            setStatus('idle')
          }}
        />
      </FieldFrame>
      <output className={styles.count}>
        {find === null ? words.typeFirst : countOf(find, current, status)}
        {current !== null && status === 'idle' && (
          <VisuallyHidden>{words.match(placed[current.column]?.column.name ?? '', current.row + 1)}</VisuallyHidden>
        )}
      </output>
      <Button variant="ghost" size="sm" icon={ChevronUp} iconOnly label={words.previous} onClick={() => go(false)} />
      <Button variant="ghost" size="sm" icon={ChevronDown} iconOnly label={words.next} onClick={() => go(true)} />
      <Button variant="ghost" size="sm" icon={X} iconOnly label={words.close} onClick={onClose} />
    </search>
  )
}

/** From where the active cell itself is the next. */
function before({ row, column }: GridPosition): GridPosition {
  return { row: Math.max(0, row), column: column - 1 }
}

/** ms after rows have come in which they are looked through. */
const REST = 250

/** Which match it is of how many, as far as that is known. */
function countOf(find: GridFind, current: GridPosition | null, status: Status): string {
  const { index, isWhole } = find
  if (typeof status === 'object') return words.further(status.further)
  if (status === 'failed') return words.failed
  if (index.count === 0) return isWhole ? words.none : status === 'looking' ? words.looking : words.noneSoFar
  if (current === null || !index.isCovered({ start: 0, end: current.row + 1 })) return words.atLeast(index.count)
  const number = index.ordinal(current)
  return isWhole ? words.of(number, index.count) : words.ofAtLeast(number, index.count)
}
