import { useLayoutEffect, useState, type RefObject } from 'react'
import type { RowSource } from '../../rows/rowSource.ts'
import type { Marker } from '../cells/searchMarks.ts'
import type { GridScroller } from '../geometry/gridScroller.ts'
import type { GridCells } from '../gridCells.ts'
import type { GridLayout } from '../gridLayout.ts'
import { GridBody } from './gridBody.ts'

interface BodyOptions {
  /** Where it is drawn. */
  readonly canvas: RefObject<HTMLElement | null>
  readonly control: GridScroller
  readonly cells: GridCells
  readonly rows: RowSource
  readonly layout: GridLayout
  /** px */
  readonly rowHeight: number
  readonly marker: Marker | null
  /** The row whose record is open; −1: none. */
  readonly openRow: number
}

/** The rows and cells of a grid. They follow its scrolling without React; everything else is given anew. */
export function useGridBody({ canvas, control, cells, ...contents }: BodyOptions): GridBody {
  const [body] = useState(() => new GridBody(cells))
  useLayoutEffect(() => {
    const leave = canvas.current ? body.attach(canvas.current) : undefined
    const place = () => body.place(control.window())
    place()
    const unhear = control.subscribe(place)
    return () => {
      unhear()
      leave?.()
    }
  }, [body, canvas, control])
  const { rows, layout, rowHeight, marker, openRow } = contents
  useLayoutEffect(
    () => body.show({ rows, layout, rowHeight, marker, openRow }),
    [body, rows, layout, rowHeight, marker, openRow],
  )
  return body
}
