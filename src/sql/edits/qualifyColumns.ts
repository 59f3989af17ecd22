import type { CatalogueIndex } from '../completion/catalogue.ts'
import { writtenName } from '../names.ts'
import type { Reference } from './binding/bound.ts'
import { refused, refusedName, type Edited } from './edit.ts'
import { ifSame, selectAt, situationAt, touches, type Situation } from './situation.ts'

/** Writes its relation before the column at the cursor. Only that name changes, and means the same. */
export async function qualifyColumn(text: string, cursor: number, index: CatalogueIndex): Promise<Edited> {
  const situation = await situationAt(text, cursor, index)
  if (!('bound' in situation)) return situation
  const at = situation.bound.references.find(
    ({ pieces: [piece], path }) => path.length === 1 && piece !== undefined && touches(piece, cursor),
  )
  return at ? qualified(situation, [at]) : refused('elsewhere')
}

/** The same for all columns of the SELECT that the cursor is in; not for those of queries inside of it. */
export async function qualifyColumns(text: string, cursor: number, index: CatalogueIndex): Promise<Edited> {
  const situation = await situationAt(text, cursor, index)
  if (!('bound' in situation)) return situation
  const select = selectAt(situation)
  const own = situation.bound.references.filter((each) => each.select === select && each.path.length === 1)
  return qualified(situation, own)
}

async function qualified(situation: Situation, references: readonly Reference[]): Promise<Edited> {
  const names = (kind: Reference['kind']) =>
    references.find((each) => each.kind === kind && each.path.length > 0)?.path[0]
  const unknown = names('unknown')
  if (unknown !== undefined) return refusedName('fields', unknown, situation.wanted)
  const ambiguous = names('ambiguous')
  if (ambiguous !== undefined) return refusedName('ambiguous', ambiguous)
  const edits = references.flatMap(({ kind, relation, pieces: [piece] }) =>
    kind === 'column' && relation?.as && piece
      ? [{ start: piece.start, end: piece.start, text: `${writtenName(relation.as.name)}.` }]
      : [],
  )
  return edits.length === 0 ? refused('nothing') : ifSame(situation, edits)
}
