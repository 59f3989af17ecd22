import { jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'
import type { GroupBy } from '../../summary/summary.ts'

/** The order of groups by their own values: numbers by size, times as they pass, text as signs; null comes last. */
export function compareKeys(a: JsonText, b: JsonText, by: GroupBy): number {
  if (a === 'null' || b === 'null') return Number(a === 'null') - Number(b === 'null')
  const [x, y] = [jsonToPlain(a), jsonToPlain(b)]
  const areNumbers = typeof by === 'object' || jsonKind(a) === 'number'
  const difference = areNumbers ? Number(x) - Number(y) : 0
  if (difference !== 0 && !Number.isNaN(difference)) return difference
  return x === y ? 0 : x < y ? -1 : 1
}
