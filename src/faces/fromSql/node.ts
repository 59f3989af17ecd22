import { MisfitError } from '../misfit.ts'

/** The members of a node of PostgreSQL's syntax tree. */
export type Members = Readonly<Record<string, unknown>>

/** A node: its kind and its members. */
export interface Node {
  readonly kind: string
  readonly of: Members
}

/** The node in `{"A_Const": {…}}`. */
export function nodeIn(value: unknown): Node {
  const [entry, ...more] = isRecord(value) ? Object.entries(value) : []
  if (entry === undefined || more.length > 0 || !isRecord(entry[1])) throw new MisfitError('expression')
  return { kind: entry[0], of: entry[1] }
}

/** The nodes in a list; none if the member is absent. */
export function nodesIn(value: unknown): readonly Node[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new MisfitError('expression')
  return value.map((each) => nodeIn(each))
}

/** The texts in a list of `String`. */
export function namesIn(value: unknown): readonly string[] {
  return nodesIn(value).map(({ kind, of }) => {
    if (kind !== 'String') throw new MisfitError('expression')
    return textIn(of['sval'])
  })
}

/** A text; the parser leaves out an empty one. */
export function textIn(value: unknown): string {
  if (value !== undefined && typeof value !== 'string') throw new MisfitError('expression')
  return value ?? ''
}

/** Narrows to an object that is no list. */
export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
