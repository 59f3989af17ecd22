import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { RowSource } from '../../rows/rowSource.ts'
import { laterModule } from '../../ui/later.tsx'
import type { PlacedColumn } from '../columns/useGridColumns.ts'
import type { GridSelection } from './gridSelection.ts'
import { countOf, type SelectedCount } from './selectedArea.ts'
import { MOST_CELLS } from './selectedMost.ts'
import type { SelectionFigures } from './selectionFigures.ts'

/** What is selected, to be said of it. */
export interface Selected {
  readonly count: SelectedCount
  /** The column of the active cell, of which the figures are. */
  readonly column: string
  /** Null while they are counted, and if there are too many. */
  readonly figures: SelectionFigures | null
}

export interface SelectedOptions {
  readonly selection: GridSelection
  readonly placed: readonly PlacedColumn[]
  readonly rows: RowSource
  /** The place of the active column among those shown. */
  readonly active: number
  /** Called with what is selected, also when values of it have come; null: the active cell alone. */
  readonly onSelected: ((this: void, selected: Selected | null) => void) | undefined
}

const loadCount = laterModule(() => import('./countFigures.ts'))

/** ms after the last change of a selection in which it is counted. */
const REST = 120

/** How much is selected, for who sees the grid and, a moment later, for whoever listens to the page. */
export function useSelected({ selection, placed, rows, active, onSelected }: SelectedOptions) {
  const area = useSyncExternalStore(selection.subscribe, selection.area)
  const report = useEffectEvent((selected: Selected | null) => onSelected?.(selected))
  const column = placed[active]?.column.name ?? ''
  const { bands } = area

  useEffect(() => {
    const [first] = bands
    const last = bands.at(-1)
    if (first === undefined || last === undefined) {
      report(null)
      return undefined
    }
    const count = countOf(bands)
    report({ count, column, figures: null })
    if (count.cells > MOST_CELLS) return undefined
    const columns = placed.map((each) => ({ place: each.place, kind: each.column.kind }))
    let isOver = false
    let stop = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = async () => {
      // Without the network the cells are counted later, when they are selected again.
      const loaded = await loadCount().catch(() => null)
      if (!isOver && loaded !== null)
        stop = loaded.countFigures({ bands, columns, active, rows }, (figures) => report({ count, column, figures }))
    }
    const wait = () => {
      stop()
      clearTimeout(timer)
      timer = setTimeout(() => void begin(), REST)
    }
    wait()
    // Values that come later belong to it.
    const unhear = rows.subscribe({ start: first.rows.start, end: last.rows.end }, wait)
    return () => {
      isOver = true
      stop()
      clearTimeout(timer)
      unhear()
    }
  }, [bands, placed, rows, active, column])
  return area
}
