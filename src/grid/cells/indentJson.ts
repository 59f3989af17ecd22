import type { JsonText } from '../../protocol/jsonText.ts'

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * The source text of a JSON value on lines of its own, indented by two blanks. Only white space between tokens changes:
 * every digit, escape and repeated member stays.
 */
export function indentJson(source: JsonText): string {
  const parts: string[] = []
  let depth = 0
  let before = ''
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === '}' || token === ']') {
      depth -= 1
      if (before !== '{' && before !== '[') parts.push(newLine(depth))
    } else if (before === '{' || before === '[' || before === ',') parts.push(newLine(depth))
    parts.push(token === ':' ? ': ' : token)
    if (token === '{' || token === '[') depth += 1
    before = token
  }
  return parts.join('')
}

/** Deeper levels are not indented further: a hostile value could else grow with the square of its depth. */
const DEEPEST_INDENT = 40

function newLine(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, DEEPEST_INDENT))}`
}
