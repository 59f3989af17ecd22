import type { CatalogueIndex } from '../completion/catalogue.ts'
import { writtenName } from '../names.ts'
import { parameterName, tokensOf, type Token } from '../tokens.ts'
import type { Name, Reference } from './binding/bound.ts'
import { refused, refusedName, type Edited, type Refused } from './edit.ts'
import { editedSituation, meaningOf, outputNames, situationAt, touches, type Situation } from './situation.ts'

/** A name that can be changed: where it stands at the cursor, and what it is. */
export interface Renameable {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** What comes of a rename, or of asking what it would change. */
export type Renamed = Edited | { readonly renameable: Renameable }

/** What a rename at the cursor would change, or why it can't. */
export async function renameableAt(
  text: string,
  cursor: number,
  index: CatalogueIndex,
): Promise<{ readonly renameable: Renameable } | Refused> {
  const parameter = parameterAt(text, cursor)
  if (parameter) {
    const { start, end } = parameter
    return { renameable: { start, end, name: parameterName(text, parameter) } }
  }
  const situation = await situationAt(text, cursor, index)
  if (!('bound' in situation)) return situation
  const found = nameAt(situation)
  if (found === null) return refused('elsewhere')
  const { name } = found.as
  if (found.as.joined) return refusedName('joined', name)
  if (found.as.given === null) return refusedName('given', name)
  return { renameable: { start: found.start, end: found.end, name } }
}

/**
 * Gives what is named at the cursor another name, wherever it is named. The tree differs in that name only: each name in
 * the statement means what it meant before. A column of the result is called so too then.
 */
export async function renameAt(text: string, cursor: number, to: string, index: CatalogueIndex): Promise<Edited> {
  const parameter = parameterAt(text, cursor)
  if (parameter) return renameParameter(text, parameter, to.trim())
  const situation = await situationAt(text, cursor, index)
  if (!('bound' in situation)) return situation
  const found = nameAt(situation)
  if (found === null) return refused('elsewhere')
  const { as } = found
  if (as.joined) return refusedName('joined', as.name)
  if (as.given === null) return refusedName('given', as.name)
  if (to === as.name) return refused('nothing')
  if (to === '' || to.includes('\0')) return refusedName('badName', to)
  const unknown = situation.bound.references.find((each) => couldMean(each, as.name) || couldMean(each, to))
  if (unknown) return refusedName('fields', unknown.path.at(-1) ?? '', situation.wanted)
  const edits = placesOf(as).map(({ start, end }) => ({ start, end, text: writtenName(to) }))
  const after = await editedSituation(situation, edits)
  const names = situation.bound.query.outputs.columns.map((column) => (column.as === as ? to : column.as.name))
  const isSame =
    after !== null &&
    meaningOf(situation) === meaningOf(after) &&
    outputNames(after).join('\n') === names.join('\n') &&
    !isTwice(situation, as, to)
  return isSame ? { edits } : refusedName('taken', to)
}

/** Whether a name could mean something else than what is known: a field of a table whose fields nobody knows. */
function couldMean({ path, certain, kind }: Reference, name: string): boolean {
  if (kind === 'star') return false
  return kind === 'unknown' ? path.includes(name) && !certain : path.length === 1 && path[0] === name && !certain
}

/** Two columns of one name: of those a server sends one. */
function isTwice({ bound }: Situation, as: Name, to: string): boolean {
  return bound.selects.some(({ items }) => {
    const columns = items.flatMap((item) => item.columns)
    return (
      columns.some((column) => column.as === as) && columns.some((column) => column.as !== as && column.as.name === to)
    )
  })
}

function placesOf({ given, uses }: Name) {
  const places = [...(given ? [given] : []), ...uses]
  return [...new Map(places.map((piece) => [piece.start, piece])).values()]
}

/** What the cursor is in, or right behind. */
function nameAt({
  bound,
  cursor,
}: Situation): { readonly as: Name; readonly start: number; readonly end: number } | null {
  const touched = bound.names.flatMap((as) =>
    placesOf(as).flatMap(({ start, end }) => (touches({ start, end }, cursor) ? [{ as, start, end }] : [])),
  )
  return touched.find(({ end }) => cursor < end) ?? touched[0] ?? null
}

function parameterAt(text: string, cursor: number): Token | null {
  const isHere = (token: Token) => token.kind === 'parameter' && !token.unfinished && touches(token, cursor)
  return tokensOf(text).find(isHere) ?? null
}

/** In all statements of the text: they share the field for its value. */
function renameParameter(text: string, parameter: Token, to: string): Edited {
  const old = parameterName(text, parameter)
  if (to === old) return refused('nothing')
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(to)) return refusedName('badName', to)
  const all = tokensOf(text).filter(({ kind, unfinished }) => kind === 'parameter' && !unfinished)
  if (all.some((token) => parameterName(text, token) === to)) return refusedName('taken', to)
  const own = all.filter((token) => parameterName(text, token) === old)
  return { edits: own.map(({ start, end }) => ({ start, end, text: `{{${to}}}` })) }
}
