/** The members of a node of PostgreSQL's syntax tree. */
export type Members = Readonly<Record<string, unknown>>

/** A node: its kind and its members. */
export interface Node {
  readonly kind: string
  readonly of: Members
}

/** The node in `{"A_Const": {…}}`; null for anything else. */
export function nodeIn(value: unknown): Node | null {
  if (!isRecord(value)) return null
  const [entry, ...more] = Object.entries(value)
  if (entry === undefined || more.length > 0 || !/^[A-Z]/.test(entry[0]) || !isRecord(entry[1])) return null
  return { kind: entry[0], of: entry[1] }
}

/** The nodes in a list; what is none is left out. */
export function nodesIn(value: unknown): readonly Node[] {
  return listIn(value).flatMap((each) => nodeIn(each) ?? [])
}

/** The texts in a list of `String`. */
export function namesIn(value: unknown): readonly string[] {
  // The parser leaves out an empty text.
  return nodesIn(value).flatMap(({ kind, of: { sval = '' } }) =>
    kind === 'String' && typeof sval === 'string' ? [sval] : [],
  )
}

/** The list, or an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Narrows to an object that is no list. */
export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The whole number of a literal; null if it is another expression. */
export function wholeIn({ kind, of }: Node): number | null {
  const value = kind === 'A_Const' ? of['ival'] : undefined
  // The parser leaves out a zero.
  return isRecord(value) ? Number(value['ival'] ?? 0) : null
}

/** What an expression says, wherever it stands: two with the same text give the same value of the same record. */
export function textOf(node: Node): string {
  return JSON.stringify({ [node.kind]: node.of }, (name, value: unknown) => (name === 'location' ? undefined : value))
}

/** Whether a node of that kind is anywhere in there. */
export function holds(value: unknown, is: (node: Node) => boolean): boolean {
  if (Array.isArray(value)) return value.some((each) => holds(each, is))
  if (!isRecord(value)) return false
  const node = nodeIn(value)
  if (node !== null && is(node)) return true
  return Object.values(value).some((each) => holds(each, is))
}
