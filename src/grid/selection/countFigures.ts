import { selectionFigures, type FiguresOf, type SelectionFigures } from './selectionFigures.ts'

/** ms that counting takes of the page at a time. */
const SLICE = 8

/** Counts while the page stays quick, and calls `counted` at the end; not once the returned function was called. */
export function countFigures(of: FiguresOf, counted: (figures: SelectionFigures) => void): () => void {
  const counting = selectionFigures(of)
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    const end = performance.now() + SLICE
    for (;;) {
      const step = counting.next()
      if (step.done === true) return counted(step.value)
      if (performance.now() > end) break
    }
    timer = setTimeout(go)
  }
  timer = setTimeout(go)
  return () => clearTimeout(timer)
}
