import { formatDialect, postgresql } from 'sql-formatter'
import { isRecord, nodeIn } from '../../parser/repeatable/nodes.ts'
import { keywordKind } from '../keywords.ts'
import { foldCase } from '../names.ts'
import { statementsOf, type Statement } from '../statements.ts'
import { nextToken, tokensOf, type Token } from '../tokens.ts'
import { compactLines } from './compactLines.ts'
import { applyEdits, type TextEdit } from '../textEdit.ts'
import { refused, type Edited, type Refusal } from './edit.ts'
import { readSyntax, treeText, type Syntax } from './syntax.ts'

/**
 * Sets the statements of a text, or only the one that begins at `only`: keywords in capitals, two spaces further in for
 * what belongs to a line before. Only blanks and the letters of keywords change: the tree, the tokens and the comments stay.
 * `stayed`: why one of several stays as it is.
 */
export async function formatText(
  text: string,
  only: number | null,
): Promise<Edited & { readonly stayed?: Refusal | undefined }> {
  const edits: TextEdit[] = []
  let stayed: Refusal | undefined
  for (const statement of statementsOf(text)) {
    if (only !== null && statement.start !== only) continue
    const set = await formatStatement(text, statement)
    if ('edits' in set) edits.push(...apartFromBefore(text, statement), ...set.edits)
    else stayed ??= set.refused
  }
  if (edits.length > 0) return { edits, stayed }
  return stayed ? { refused: stayed, wanted: [] } : refused('nothing')
}

/** Two statements on one line get one each, and a line between them. */
function apartFromBefore(text: string, { from, start }: Statement): readonly TextEdit[] {
  return from > 0 && /^[ \t]*$/.test(text.slice(from, start)) ? [{ start: from, end: start, text: '\n\n' }] : []
}

/** 100,000 characters take the formatter a second or two, and as many more for each as many. */
const LONGEST = 100_000

async function formatStatement(text: string, statement: Statement): Promise<Edited> {
  if (statement.end - statement.start > LONGEST) return refused('tooLong')
  const syntax = await readSyntax(text, statement)
  if (syntax === null) return refused('unfinished')
  const written = text.slice(statement.start, statement.end)
  const formatted = formattedText(written)
  if (formatted === null) return refused('unusual')
  const edits = blanksOnly(written, formatted, namesIn(syntax))
  if (edits === null) return refused('changed')
  const shifted = edits.map((edit) => ({
    ...edit,
    start: edit.start + statement.start,
    end: edit.end + statement.start,
  }))
  const after = applyEdits(written, edits)
  const [again] = statementsOf(after)
  const tree = again ? await readSyntax(after, again) : null
  return tree !== null && treeText(tree.tree) === treeText(syntax.tree) ? { edits: shifted } : refused('changed')
}

function formattedText(written: string): string | null {
  try {
    return compactLines(formatDialect(written, OPTIONS))
  } catch {
    // What it can't read, such as a statement that only newer versions of PostgreSQL have.
    return null
  }
}

const OPTIONS: Parameters<typeof formatDialect>[1] = {
  dialect: postgresql,
  tabWidth: 2,
  keywordCase: 'upper',
  paramTypes: { custom: [{ regex: String.raw`\{\{[^{}'"\n\r;]*\}\}` }] },
}

/** What changes between two texts of the same tokens: blanks, the letters of keywords, blanks in comments; null if more does. */
function blanksOnly(written: string, formatted: string, names: ReadonlySet<number>): readonly TextEdit[] | null {
  const [before, after] = [tokensOf(written), tokensOf(formatted)]
  if (before.length !== after.length) return null
  const edits: TextEdit[] = []
  const change = (start: number, end: number, text: string) => {
    if (written.slice(start, end) !== text) edits.push({ start, end, text })
  }
  let [end, otherEnd] = [0, 0]
  for (const [place, token] of before.entries()) {
    const other = after[place]
    if (other?.kind !== token.kind) return null
    const own = written.slice(token.start, token.end)
    const set = formatted.slice(other.start, other.end)
    if (plain(token, own) !== plain(token, set)) return null
    if (place > 0) change(end, token.start, formatted.slice(otherEnd, other.start))
    if (token.kind === 'comment') change(token.start, token.end, set)
    if (token.kind === 'word' && isKeyword(written, before, place, set) && !names.has(token.start)) {
      change(token.start, token.end, own.toUpperCase())
    }
    end = token.end
    otherEnd = other.end
  }
  return edits
}

/** What of a token has to stay. */
function plain({ kind }: Token, text: string): string {
  if (kind === 'comment') return text.replace(/\s+/g, ' ').trim()
  return kind === 'word' ? foldCase(text) : text
}

/** Whether a word is written in capitals: a reserved one, or one that the formatter takes for a keyword and that is no name. */
function isKeyword(text: string, tokens: readonly Token[], place: number, set: string): boolean {
  const word = foldCase(set)
  const before = tokens[place - 1]
  const head = before ? foldCase(text.slice(before.start, before.end)) : ''
  if (head === '.' || (head === 'as' && !BEHIND_AS.has(word))) return false
  const kind = keywordKind(word)
  if (kind === 'reserved' || kind === 'typeOrFunction') {
    // LEFT and RIGHT before a bracket are functions.
    return kind === 'reserved' || text.charAt(nextToken(text, tokens[place]?.end ?? 0)?.start ?? -1) !== '('
  }
  return KEYWORDS.has(word) && set === set.toUpperCase()
}

const BEHIND_AS: ReadonlySet<string> = new Set(['not', 'materialized', 'select'])

/** Those that are no names where the formatter writes them in capitals. Functions and types stay as they are written. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `between by create current cube delete drop escape exclude exists explain filter first following groups insert last
   materialized merge nulls ordinality over partition preceding range recursive rollup row rows set sets ties unbounded
   update values within`.split(/\s+/),
)

/** Where names of columns, relations and functions begin. */
function namesIn({ tree, placeOf }: Syntax): ReadonlySet<number> {
  const places = new Set<number>()
  const origin = placeOf(0)
  const look = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(look)
    if (!isRecord(value)) return
    const node = nodeIn(value)
    if (node && /^(?:ColumnRef|RangeVar|FuncCall|CommonTableExpr)$/.test(node.kind)) {
      const { location = 0 } = node.of
      if (typeof location === 'number') places.add(placeOf(location) - origin)
    }
    Object.values(value).forEach(look)
  }
  look(tree)
  return places
}
