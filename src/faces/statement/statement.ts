import type { Field } from '../../protocol/field.ts'
import type { Query } from '../../query/query.ts'
import { selectOf } from '../../query/toSql.ts'
import { plainLiteral, plainName, plainValue } from './plainText.ts'
import { nameOf, textOf, tokensOf, type Token } from './tokens.ts'

/**
 * The statement of a query as a person would write it: a line for each clause and each condition, names and numbers without
 * quotes where they mean the same, and its limit. It gives the same rows as `selectOf`, in the same order.
 */
export function statementOf(query: Query, fields: readonly Field[]): string {
  const limit = query.limit === null ? '' : `\nLIMIT ${query.limit}`
  return `${inLines(plainTokens(tokensOf(selectOf(query, fields)), fields))}${limit}`
}

interface Written extends Token {
  /** As people write it. */
  readonly text: string
}

function plainTokens(tokens: readonly Token[], fields: readonly Field[]): readonly Written[] {
  const types = new Map(fields.map(({ id, type }) => [id, type]))
  let field = ''
  let list = false
  return tokens.map((token, at): Written => {
    const { kind, source } = token
    if (kind === 'name') {
      field = nameOf(source)
      return { ...token, text: plainName(field) }
    }
    const before = tokens[at - 1]?.source ?? ''
    if (source === '(') list = before === 'IN'
    if (source === ')') list = false
    if (kind !== 'text') return { ...token, text: source }
    const isCompared = list || COMPARING.has(before) || (before === 'AND' && tokens[at - 3]?.source === 'BETWEEN')
    const text = textOf(source)
    return { ...token, text: isCompared ? plainValue(text, types.get(field)) : plainLiteral(text) }
  })
}

/** What comes between a field and a value of its type. `DISTINCT FROM` ends with `FROM`. */
const COMPARING = new Set(['=', '<>', '<', '<=', '>', '>=', 'FROM', 'BETWEEN'])

/** What begins a line, by the clause that it ends. */
const CLAUSES: Readonly<Record<string, string>> = { FROM: 'SELECT', WHERE: 'FROM', ORDER: 'WHERE' }

function inLines(tokens: readonly Written[]): string {
  const joins = joinOf(tokens)
  const lines: string[] = []
  let line = ''
  let clause = 'SELECT'
  let depth = 0
  let isBetween = false
  for (const [at, { kind, source, text, isApart }] of tokens.entries()) {
    const isWord = kind === 'word' && depth === 0
    if (source === '(') depth += 1
    if (source === ')') depth -= 1
    const begins =
      isWord && source in CLAUSES && (source === 'ORDER' || CLAUSES[source] === clause)
        ? ''
        : isWord && clause === 'WHERE' && source === joins && !isBetween
          ? source === 'AND'
            ? '  '
            : '   '
          : clause === 'SELECT' && tokens[at - 1]?.source === ',' && line.length + text.length > WIDTH
            ? '      '
            : null
    if (isWord && source === 'BETWEEN') isBetween = true
    else if (isWord && source === 'AND') isBetween = false
    if (begins === null) {
      line += isApart ? ` ${text}` : text
      continue
    }
    lines.push(line)
    if (begins === '') clause = source
    line = `${begins}${begins.length > 3 ? ' ' : ''}${text}`
  }
  return [...lines, line].join('\n')
}

/** The word that joins the conditions at the top: AND binds closer, so it stays in a line beside OR. */
function joinOf(tokens: readonly Written[]): 'AND' | 'OR' {
  let depth = 0
  for (const { kind, source } of tokens) {
    if (source === '(') depth += 1
    if (source === ')') depth -= 1
    if (kind === 'word' && source === 'OR' && depth === 0) return 'OR'
  }
  return 'AND'
}

/** Columns go on in a new line after so many characters. */
const WIDTH = 88
