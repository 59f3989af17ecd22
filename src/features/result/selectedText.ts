import type { Selected } from '../../grid/selection/useSelected.ts'
import { resultWords } from '../../words/en/result.ts'
import { digitsWords } from '../../words/figures.ts'

/** What the status bar says of a selection, part by part. The first is how much it is. */
export function selectedText({ count, column, figures }: Selected): readonly string[] {
  const words = resultWords.selected
  const { cells, rows, columns, isBlock } = count
  const size = isBlock ? words.block(cells, rows, columns) : words.apart(cells)
  if (figures === null) return [size]
  const isAll = figures.loaded === cells
  const nulls = figures.nulls === 0 ? null : words.nulls(figures.nulls)
  const first = isAll ? [nulls === null ? size : `${size}, ${nulls}`] : [size, partly(figures.loaded, cells, nulls)]
  const of = figures.column
  if (of === null || of.values === 0) return first
  return [
    ...first,
    words.values(column, of.values, of.distinct),
    ...(of.sum === null ? [] : [words.sum(digitsWords(of.sum))]),
    ...(of.mean === null ? [] : [words.mean(digitsWords(of.mean.text), of.mean.isRounded)]),
    ...(of.min === null ? [] : [words.min(digitsWords(of.min))]),
    ...(of.max === null ? [] : [words.max(digitsWords(of.max))]),
  ]
}

/** What follows is said of a part of the cells. */
function partly(loaded: number, cells: number, nulls: string | null): string {
  const words = resultWords.selected.ofLoaded(loaded, cells)
  return nulls === null ? words : `${words}, ${nulls}`
}
