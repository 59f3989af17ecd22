import type { CatalogueIndex } from '../completion/catalogue.ts'
import { writtenName } from '../names.ts'
import { textOf } from './binding/binding.ts'
import type { BoundItem, BoundSelect, Shown } from './binding/bound.ts'
import { refused, refusedName, type Edited } from './edit.ts'
import { ifSame, situationAt, touches } from './situation.ts'

/**
 * Writes the columns that the `*` at the cursor stands for. Only the SELECT list changes; each column is the one that `*`
 * means, in its order.
 */
export async function expandStar(text: string, cursor: number, index: CatalogueIndex): Promise<Edited> {
  const situation = await situationAt(text, cursor, index)
  if (!('bound' in situation)) return situation
  const { phrase, selects } = situation.bound
  for (const select of selects) {
    for (const item of select.items) {
      const place = textOf(phrase, item.expression)
      if (item.star === null || !touches(place, cursor)) continue
      const { complete, shown } = item.star
      if (!complete || shown.length === 0) return refused('star', situation.wanted)
      const names = shown.map((each) => nameOf(each, select, item))
      const unnamed = names.indexOf(null)
      if (unnamed >= 0) return refusedName('ambiguous', shown[unnamed]?.column.as.name ?? '')
      const column = place.start - (text.lastIndexOf('\n', place.start - 1) + 1)
      return ifSame(situation, [{ ...place, text: listed(names.map(String), column) }])
    }
  }
  return refused('elsewhere')
}

/** How a column has to be written there; null if no name means it alone. */
function nameOf({ column, relation, join }: Shown, { level }: BoundSelect, { star }: BoundItem): string | null {
  const { name } = column.as
  if (relation?.as && (level.relations.length > 1 || star?.isPath === true)) {
    const isOne = relation.columns.filter(({ as }) => as.name === name).length === 1
    return isOne ? `${writtenName(relation.as.name)}.${writtenName(name)}` : null
  }
  const same = level.shown.filter((each) => each.column.as.name === name)
  return same.length === 1 || join !== null ? writtenName(name) : null
}

/** As many in a line as fit; further lines begin below the first name. */
function listed(names: readonly string[], column: number): string {
  const lines = ['']
  for (const [place, name] of names.entries()) {
    const written = place < names.length - 1 ? `${name},` : name
    const line = lines.at(-1) ?? ''
    if (line !== '' && column + line.length + written.length >= WIDTH) lines.push(written)
    else lines[lines.length - 1] = line === '' ? written : `${line} ${written}`
  }
  return lines.join(`\n${' '.repeat(column)}`)
}

const WIDTH = 100
