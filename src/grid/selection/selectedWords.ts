import { gridWords } from '../../words/en/grid.ts'
import type { SelectedArea } from './gridSelection.ts'
import { countOf } from './selectedArea.ts'

/** How much is selected, in words; empty for the active cell alone. */
export function selectedWords({ bands }: SelectedArea): string {
  if (bands.length === 0) return ''
  const { cells, rows, columns, isBlock } = countOf(bands)
  return isBlock ? gridWords.selected.cells(cells, rows, columns) : gridWords.selected.apart(cells)
}
