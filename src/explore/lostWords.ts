import type { Field } from '../protocol/field.ts'
import { countWords } from './figures.ts'

/** What is said of columns of one name whose values did not all come (`SqlAnswer.lost`); null where none are. */
export function lostWords(fields: readonly Field[], lost: readonly string[]): string | null {
  const [first, ...others] = lost
  if (first === undefined) return null
  if (others.length > 0)
    return `Several columns are called ${lost.join(', ')}; the server sends only the last of each. Rename them with AS.`
  const count = fields.filter(({ id }) => id === first).length
  const rename = count === 2 ? 'Rename one' : 'Rename them'
  return `${count === 2 ? 'Two' : countWords(count)} columns are called ${first}; the server sends only the last. ${rename} with AS.`
}
