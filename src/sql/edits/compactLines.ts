import { tokensOf } from '../tokens.ts'

/**
 * A formatted statement with fewer lines: a clause of one line, or a short list, beside its keyword, a short bracket on one line. Lines in
 * strings and comments stay.
 */
export function compactLines(text: string): string {
  return shortBrackets(besideKeywords(linesOf(text)))
    .map(({ text: line }) => line)
    .join('\n')
}

interface Line {
  readonly text: string
  /** Whether it begins, or the next one begins, in a string or a comment, or a comment ends it. */
  readonly isFixed: boolean
}

function linesOf(text: string): readonly Line[] {
  const fixed = new Set<number>()
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  let line = 0
  for (const { kind, start, end } of tokensOf(text)) {
    while ((starts[line + 1] ?? Infinity) <= start) line += 1
    if (kind === 'comment') fixed.add(line)
    for (let at = line; (starts[at + 1] ?? Infinity) < end; at += 1) {
      fixed.add(at)
      fixed.add(at + 1)
    }
  }
  return text.split('\n').map((each, at) => ({ text: each, isFixed: fixed.has(at) }))
}

/** Longer than this it is easier read one line under the other. */
const SHORT = 60

const CLAUSE =
  /^ *(?:SELECT(?: DISTINCT)?|FROM|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|OFFSET|WINDOW|VALUES|SET|RETURNING|USING|INSERT INTO|UPDATE|DELETE FROM)$/

function besideKeywords(lines: readonly Line[]): readonly Line[] {
  const joined: Line[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const depth = depthOf(line)
    const behind = lines.findIndex((each, place) => place > at && depthOf(each) <= depth)
    const block = lines.slice(at + 1, behind < 0 ? lines.length : behind)
    const isClause = CLAUSE.test(line.text) && ![line, ...block].some(({ isFixed }) => isFixed)
    if (!isClause || !(block.length === 1 || isShortList(block))) {
      joined.push(line)
      continue
    }
    const inside = block.map(({ text }) => text.trim()).join(' ')
    joined.push({ text: `${line.text} ${inside}`, isFixed: false })
    at += block.length
  }
  return joined
}

function isShortList(block: readonly Line[]): boolean {
  const [first] = block
  const length = block.reduce((sum, { text }) => sum + text.trim().length + 1, 0)
  return (
    first !== undefined &&
    length <= SHORT &&
    block.every((each, at) => depthOf(each) === depthOf(first) && (at === block.length - 1 || each.text.endsWith(',')))
  )
}

function depthOf({ text }: Line): number {
  return /\S/.test(text) ? text.search(/\S/) : Infinity
}

function shortBrackets(lines: readonly Line[]): readonly Line[] {
  const kept: Line[] = []
  for (const line of lines) {
    kept.push(line)
    if (!/^ *\)/.test(line.text)) continue
    const depth = depthOf(line)
    const from = kept.findLastIndex((each, at) => at < kept.length - 1 && depthOf(each) <= depth)
    const block = kept.slice(from)
    const inside = block.slice(1, -1).map(({ text }) => text.trim())
    const [head] = block
    if (from < 0 || head === undefined || !head.text.endsWith('(') || block.some(({ isFixed }) => isFixed)) continue
    if (depthOf(head) !== depth || inside.join(' ').length > SHORT) continue
    kept.splice(from, block.length, { text: `${head.text}${inside.join(' ')}${line.text.trimStart()}`, isFixed: false })
  }
  return kept
}
