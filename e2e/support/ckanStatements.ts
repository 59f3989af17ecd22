import { ckanFunctions } from '../../src/protocol/ckanFunctions.ts'
import { sqlparseKeywords } from '../../src/sql/diagnostics/sqlparseKeywords.ts'

/** How CKAN refuses a statement before PostgreSQL reads it. */
export type CkanRefusal =
  | { readonly kind: 'notSingle' }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }

/**
 * Everything for which CKAN would refuse the text of a statement. It never reads the statement as PostgreSQL does: `#` and
 * `\'` are signs of a second statement wherever they stand, ` :word` is a parameter wherever it stands, and any word before
 * a bracket is a function unless sqlparse knows it for a keyword.
 */
export function ckanRefusals(sql: string): readonly CkanRefusal[] {
  const tokens = tokensOf(sql)
  const isSingle = !/\\'|#/.test(sql) && !tokens.some(({ text }, at) => text === ';' && at < tokens.length - 1)
  const parameters = [...sql.matchAll(/(?<![:\p{L}\p{N}_$\\]):([\p{L}\p{N}_$]+)(?![:\p{L}\p{N}_$])/gu)].map(
    ([, name = '']) => name,
  )
  return [
    ...(isSingle ? [] : [{ kind: 'notSingle' } as const]),
    ...parameters.map((name) => ({ kind: 'parameter', name }) as const),
    ...functionsIn(tokens).flatMap((name) =>
      ckanFunctions.has(name.toLowerCase()) ? [] : [{ kind: 'function', name } as const],
    ),
  ]
}

/** What CKAN would refuse in the text of a statement, in words; also what its brackets around the statement don't bear. */
export function refusedByCkan(sql: string): readonly string[] {
  const [last = ''] = [...sql.matchAll(TOKEN)].at(-1) ?? []
  const ends =
    tokensOf(sql).at(-1)?.text === ';' || /--[^\n]*$/.test(last.startsWith("'") ? '' : last) ? ['the end'] : []
  return [...ckanRefusals(sql).map((each) => ('name' in each ? `${each.kind} ${each.name}` : each.kind)), ...ends]
}

interface Token {
  readonly text: string
  /** Whether a blank or a comment stands before it. */
  readonly isApart: boolean
}

/** Blanks and comments; texts and quoted names; words; anything else by one character. */
const TOKEN = /(?:\s|--[^\n]*|\/\*[^]*?\*\/)+|'(?:''|\\'|[^'])*'|"(?:""|\\"|[^"])*"|(\$\w*\$)[^]*?\1|\w+|[^]/g

function tokensOf(sql: string): readonly Token[] {
  let isApart = false
  return [...sql.matchAll(TOKEN)].flatMap(([text]) => {
    if (/^(?:\s|--|\/\*)/.test(text)) {
      isApart = true
      return []
    }
    const token = { text, isApart }
    isApart = false
    return [token]
  })
}

function functionsIn(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ text }, at) => {
    const next = tokens[at + 1]
    if (next?.text !== '(' || !/^[a-z]/i.test(text) || NEVER_FUNCTIONS.has(text.toLowerCase())) return []
    return next.isApart && sqlparseKeywords.has(text.toLowerCase()) ? [] : [text]
  })
}

/** Keywords even directly before a bracket. */
const NEVER_FUNCTIONS = new Set(['case', 'in', 'values', 'using', 'from', 'as'])
