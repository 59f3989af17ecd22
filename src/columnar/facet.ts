import type { Facet, FacetAsked } from '../summary/figures.ts'
import type { Coverage } from '../summary/summary.ts'
import { columnOf, sizeOf, type Columns, type Mask, type Values } from './columns.ts'
import { lowerCase } from './lowerCase.ts'
import { mostFrequent, tallyOf, tallyOfElements } from './tally.ts'
import { jsonAt, textAt } from './values.ts'

/** The values of a field with their counts, the most frequent first; of lists their elements. */
export function facetOf(
  columns: Columns,
  mask: Mask | null,
  field: string,
  asked: FacetAsked,
  coverage: Coverage,
): Facet {
  const column = columnOf(columns, field)
  const tally = tallyOf(column, mask)
  const values = column.values.kind === 'lists' ? column.values.of : column.values
  const of = column.values.kind === 'lists' ? tallyOfElements(column.values, sizeOf(values), tally) : tally
  const sought = asked.contains.toLowerCase()
  const has = (place: number) => sought === '' || lowerCase(textOfCast(values, place)).includes(sought)
  let distinct = 0
  for (let code = 1; code < of.length; code += 1) if (of[code] !== 0 && has(code - 1)) distinct += 1
  const places = mostFrequent(of, asked.most, has)
  return {
    values: places.map((place) => ({ value: jsonAt(values, place), count: of[place + 1] ?? 0 })),
    distinct,
    nulls: tally[0] ?? 0,
    coverage,
  }
}

/** The text that a cast to text gives: between day and time is a blank. */
function textOfCast(values: Values, place: number): string {
  const text = textAt(values, place)
  return values.kind === 'numbers' && values.unit.startsWith('timestamp')
    ? text.replace('T', ' ').replace('+00:00', '+00')
    : text
}
