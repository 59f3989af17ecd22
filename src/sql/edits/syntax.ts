import { parseSql } from '../../parser/parseSql.ts'
import { isRecord, listIn, type Members } from '../../parser/repeatable/nodes.ts'
import type { Statement } from '../statements.ts'

/** A statement's syntax tree, and where in the text a place of the tree is. */
export interface Syntax {
  /** The statement's node, such as `{ SelectStmt: … }`. */
  readonly tree: Members
  /** The place in the text, in UTF-16 units, of one that the tree counts in bytes. */
  readonly placeOf: (location: number) => number
}

/** Reads one statement of a text; null if PostgreSQL can't read it, or reads several. A `{{name}}` counts as a constant. */
export async function readSyntax(text: string, statement: Statement): Promise<Syntax | null> {
  const written = withConstants(text, statement)
  if (/\0|\p{Surrogate}/u.test(written)) return null
  const parsed = await parseSql(written)
  if (parsed.outcome !== 'tree' || !isRecord(parsed.tree)) return null
  const [only, ...more] = listIn(parsed.tree['stmts'])
  const tree = isRecord(only) ? only['stmt'] : null
  if (more.length > 0 || !isRecord(tree)) return null
  const units = unitsOf(written)
  return { tree, placeOf: (location) => statement.start + units(location) }
}

/** `{{name}}` as `'{name}'`, which is as long, so that every place stays. */
function withConstants(text: string, { start, end, tokens }: Statement): string {
  let written = ''
  let at = start
  for (const token of tokens) {
    if (token.kind !== 'parameter' || token.unfinished) continue
    const inside = text.slice(token.start + 1, token.end - 1).replaceAll('\\', '/')
    written += `${text.slice(at, token.start)}'${inside}'`
    at = token.end
  }
  return written + text.slice(at, end)
}

function unitsOf(text: string): (bytes: number) => number {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\0-\x7f]*$/.test(text)) return (bytes) => bytes
  const units = new Map<number, number>()
  let bytes = 0
  let at = 0
  for (const letter of text) {
    units.set(bytes, at)
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    at += letter.length
  }
  return (location) => units.get(location) ?? at
}

/** Members of a tree that say where something is written, not what it means. */
export const PLACES: ReadonlySet<string> = new Set([
  'location',
  'name_location',
  'stmt_location',
  'stmt_len',
  'list_start',
  'list_end',
  'rexpr_list_start',
  'rexpr_list_end',
])

/** A tree as text without its places: two statements that PostgreSQL reads alike have the same. */
export function treeText(tree: unknown): string {
  return JSON.stringify(tree, (name, value: unknown) => (PLACES.has(name) ? undefined : value))
}
