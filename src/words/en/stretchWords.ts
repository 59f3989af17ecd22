import { countWords } from '../figures.ts'

/** How a sample of so many records lies in the table, after it is named: in stretches of neighbours, or nothing to say. */
export function stretchWords(of: number, stretches: number | undefined): string {
  if (stretches === undefined) return ''
  const each = of / stretches
  return `, in ${countWords(stretches)} stretches${Number.isInteger(each) ? ` of ${countWords(each)}` : ''}`
}
