import { useLayoutEffect, useState, type RefObject } from 'react'

/** px */
export interface GridMeasures {
  /** The element that scrolls, within its scrollbars; 0 before it is laid out. */
  readonly clientWidth: number
  readonly clientHeight: number
  /** Of a row of one line. */
  readonly lineHeight: number
  readonly cellPadding: number
}

/** The regular density, until the style sheet has been asked. */
const UNKNOWN: GridMeasures = { clientWidth: 0, clientHeight: 0, lineHeight: 28, cellPadding: 10 }

/**
 * The grid's size, and what the tokens make of a row's height and a cell's padding: the probe has these as its height and
 * width, so that every change of density, pointer or zoom is seen.
 */
export function useGridMeasures(
  scroller: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
): GridMeasures {
  const [measures, setMeasures] = useState(UNKNOWN)
  useLayoutEffect(() => {
    const element = scroller.current
    const gauge = probe.current
    if (!element || !gauge) return undefined
    const measure = () => {
      const { clientWidth, clientHeight } = element
      // Fractions would add up over a million rows.
      const lineHeight = Math.max(1, gauge.offsetHeight)
      const next = { clientWidth, clientHeight, lineHeight, cellPadding: gauge.offsetWidth }
      setMeasures((now) => (isSame(now, next) ? now : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(gauge)
    return () => observer.disconnect()
  }, [scroller, probe])
  return measures
}

function isSame(a: GridMeasures, b: GridMeasures): boolean {
  return (
    a.clientWidth === b.clientWidth &&
    a.clientHeight === b.clientHeight &&
    a.lineHeight === b.lineHeight &&
    a.cellPadding === b.cellPadding
  )
}
