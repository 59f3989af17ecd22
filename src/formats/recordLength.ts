import type { FileRecord } from './tableReader.ts'

/** How many cells the record has without the empty ones that programs add at the ends of lines; `least` cells count anyway. */
export function lengthOf({ cells }: FileRecord, least = 1): number {
  let length = cells.length
  while (length > least && cells[length - 1] === null) length -= 1
  return length
}
