/** What each grid of the bench shows: the value of a cell, made up. Columns are numbers, dates, codes and text by turns. */
const KINDS = ['survey', 'watershed', 'sampling', 'monitoring of a river', 'mapping', 'restoration', 'review', 'pilot']

export const nameOf = (column) => `column ${column}`

export function textOf(row, column) {
  const at = (row * 7919 + column * 104_729) % 100_003
  if (column === 0) return String(row)
  if (column % 5 === 0) return `${KINDS[at % 8]} ${at % 977}`
  if (column % 5 === 1) return String(at / 8)
  if (column % 5 === 2) return `20${10 + (at % 15)}-0${1 + (at % 9)}-1${at % 10}`
  if (column % 5 === 3) return String(at * 31)
  return `NR-${at % 90}-${at}`
}
