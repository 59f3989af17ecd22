import type { CatalogueIndex } from '../completion/catalogue.ts'
import { parameterName, tokensOf } from '../tokens.ts'
import type { BoundRelation, Reference } from './binding/bound.ts'
import { refused, refusedName, type Refused } from './edit.ts'
import { situationAt, touches } from './situation.ts'

/** Where what is named at the cursor is defined; a parameter is a field of the page. */
export type Defined =
  | { readonly place: { readonly start: number; readonly end: number } }
  | { readonly parameter: string }
  | Refused

/** A column leads to the item of the list that gives it, a name of FROM to its item, a query of WITH to its name there. */
export async function definitionAt(text: string, cursor: number, index: CatalogueIndex): Promise<Defined> {
  const parameter = tokensOf(text).find((token) => token.kind === 'parameter' && touches(token, cursor))
  if (parameter) return { parameter: parameterName(text, parameter) }
  const situation = await situationAt(text, cursor, index)
  if (!('bound' in situation)) return situation
  const { references, names } = situation.bound
  const reference = references.find(({ pieces }) => pieces.some((piece) => touches(piece, cursor)))
  if (reference) {
    const at = reference.pieces.findIndex((piece) => touches(piece, cursor))
    const isLast = at === reference.pieces.length - 1
    return (isLast ? ofColumn(reference, situation.wanted) : ofRelation(reference.relation)) ?? refused('elsewhere')
  }
  const as = names.find(({ uses }) => uses.some((piece) => touches(piece, cursor)))
  return as?.given ? { place: rangeOf(as.given) } : refused('elsewhere')
}

function ofColumn({ kind, column, relation, path }: Reference, wanted: readonly string[]): Defined | null {
  if (kind === 'row' || kind === 'star') return ofRelation(relation)
  if (kind === 'unknown') return refusedName('fields', path.at(-1) ?? '', wanted)
  if (column?.item) return { place: rangeOf(column.item) }
  return column ? refusedName('given', column.as.name) : null
}

function ofRelation(relation: BoundRelation | null): Defined | null {
  const place = relation?.hasAlias === false && relation.as?.given ? relation.as.given : relation?.place
  return place ? { place: rangeOf(place) } : null
}

function rangeOf({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end }
}
