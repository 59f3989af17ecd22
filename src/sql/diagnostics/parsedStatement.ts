import { isRecord, listIn, nodeIn, type Node } from '../../parser/repeatable/nodes.ts'
import type { ParsedSql } from '../../parser/parseSql.ts'
import { foldCase } from '../names.ts'
import type { Statement } from '../statements.ts'
import type { Token } from '../tokens.ts'

/** Parses as PostgreSQL does. */
export type Parse = (sql: string) => Promise<ParsedSql>

/** A statement of a text as PostgreSQL reads it. */
export interface ParsedStatement {
  readonly text: string
  readonly statement: Statement
  /** Its tokens that are no comments. */
  readonly tokens: readonly Token[]
  readonly parsed: ParsedSql
  /** What it is; null if it could not be parsed. */
  readonly root: Node | null
  /** The token at a place of the tree, which counts bytes from the start of the statement. */
  readonly tokenAt: (location: unknown) => number | null
}

/** Statements by their texts: of a long text only what was changed is parsed again. */
export type ParsedTexts = ReadonlyMap<string, ParsedSql>

/** The statement as it is parsed: what is no SQL of PostgreSQL is replaced by something of the same length. */
export function mendedText(text: string, { start, end, tokens }: Statement): string {
  let mended = ''
  let done = start
  let before = ''
  for (const token of tokens) {
    if (token.kind === 'parameter' && !token.unfinished) {
      mended += text.slice(done, token.start) + standIn(token.end - token.start, before)
      done = token.end
    }
    if (token.kind !== 'comment') before = foldCase(text.slice(token.start, token.end))
  }
  return mended + text.slice(done, end)
}

/** A parameter is put in as quoted values, behind IN as a list of them. */
function standIn(length: number, before: string): string {
  return before === 'in' ? `('${'x'.repeat(length - 4)}')` : `'${'x'.repeat(length - 2)}'`
}

/** Reads what the parser said about a statement. */
export function parsedStatement(
  text: string,
  statement: Statement,
  mended: string,
  parsed: ParsedSql,
): ParsedStatement {
  const tokens = statement.tokens.filter(({ kind }) => kind !== 'comment')
  const [only] = parsed.outcome === 'tree' && isRecord(parsed.tree) ? listIn(parsed.tree['stmts']) : []
  const offsetOf = unitsOfBytes(mended)
  return {
    text,
    statement,
    tokens,
    parsed,
    root: isRecord(only) ? nodeIn(only['stmt']) : null,
    tokenAt(location) {
      // The parser leaves out a zero.
      const bytes = location === undefined ? 0 : Number(location)
      return bytes < 0 ? null : tokenIndexAt(tokens, statement.start + offsetOf(bytes))
    },
  }
}

/** The place of the token that a place is in, or the first behind it; null behind the last. */
export function tokenIndexAt(tokens: readonly Token[], offset: number): number | null {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low < tokens.length ? low : null
}

/** From bytes of UTF-8 to units of UTF-16. */
function unitsOfBytes(text: string): (bytes: number) => number {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\u0000-\u007f]*$/.test(text)) return (bytes) => bytes
  let units: Int32Array | null = null
  return (bytes) => {
    units ??= unitTable(text)
    return units[Math.min(bytes, units.length - 1)] ?? text.length
  }
}

function unitTable(text: string): Int32Array {
  const units = new Int32Array(text.length * 3 + 1)
  let bytes = 0
  let at = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    for (let more = 0; more < size; more += 1) units[bytes + more] = at
    bytes += size
    at += letter.length
  }
  units[bytes] = at
  return units.slice(0, bytes + 1)
}

/** The place in units of a place in code points. */
export function unitsOfCodePoints(text: string, points: number): number {
  let at = 0
  let passed = 0
  for (const letter of text) {
    if (passed >= points) break
    passed += 1
    at += letter.length
  }
  return at
}
