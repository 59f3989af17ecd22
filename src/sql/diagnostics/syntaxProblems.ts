import { sqlName } from '../../query/sqlText.ts'
import { oddSigns } from '../oddSigns.ts'
import type { TextEdit } from '../textEdit.ts'
import type { Token } from '../tokens.ts'
import type { Diagnostic } from './diagnostic.ts'
import { tokenIndexAt, unitsOfCodePoints, type ParsedStatement } from './parsedStatement.ts'

/** Why a statement can't be parsed, at the token where PostgreSQL says so, or at what is the cause of it. */
export function syntaxProblems(read: ParsedStatement, mended: string): readonly Diagnostic[] {
  const { parsed, statement, tokens, text } = read
  if (parsed.outcome === 'tree') return []
  if (parsed.outcome === 'too deep') return [at(statement, { code: 'tooDeep' })]
  const odd = oddProblems(read, 'error')
  if (odd.length > 0) return odd
  const place = parsed.position === null ? null : statement.start + unitsOfCodePoints(mended, parsed.position)
  const index = place === null ? null : tokenIndexAt(tokens, place)
  const token = index === null ? undefined : tokens[index]
  // At the end of the statement nothing stands that could be underlined.
  const shown = token ?? tokens.at(-1) ?? statement
  if (token?.unfinished && (token.kind === 'string' || token.kind === 'name')) {
    return [at(token, { code: 'notClosed', what: token.kind === 'string' ? 'text' : 'name' })]
  }
  const id = index === null ? null : bareId(read, index)
  if (id !== null) return [id]
  const colon = index === null ? null : colonParameter(read, index)
  if (colon !== null) return [colon]
  const said =
    token === undefined || parsed.message.endsWith('at end of input') ? null : text.slice(token.start, token.end)
  return [at(shown, { code: 'syntax', message: parsed.message, at: said })]
}

function at({ start, end }: Pick<Token, 'start' | 'end'>, problem: Diagnostic['problem']): Diagnostic {
  return { start, end, severity: 'error', problem, fixes: [] }
}

/** Signs outside quotes that look like others; one fix changes all of them. */
export function oddProblems(
  { text, statement }: ParsedStatement,
  severity: Diagnostic['severity'],
): readonly Diagnostic[] {
  const written = text.slice(statement.start, statement.end)
  const found = oddSigns(written)
  const edits = found.map((odd): TextEdit => {
    const start = statement.start + odd.place
    return { start, end: start + odd.sign.length, text: odd.plain }
  })
  return found.map(({ kind, sign, place }) => ({
    start: statement.start + place,
    end: statement.start + place + sign.length,
    severity,
    problem: { code: 'oddSign', sign: kind },
    fixes: [{ what: { do: 'plainSigns' }, edits }],
  }))
}

/** An id of a table without quotes: PostgreSQL reads names, numbers and minuses. */
function bareId({ text, statement, tokens }: ParsedStatement, index: number): Diagnostic | null {
  const place = tokens[index]?.start ?? 0
  ID.lastIndex = statement.start
  for (let found = ID.exec(text); found && found.index < statement.end; found = ID.exec(text)) {
    const [start, end] = [found.index, found.index + found[0].length]
    const first = tokenIndexAt(tokens, start)
    if (place < start || place > end || first === null || tokens[first]?.start !== start) continue
    const quoted = sqlName(found[0])
    const fixes = [{ what: { do: 'quote', text: quoted }, edits: [{ start, end, text: quoted }] } as const]
    return { start, end, severity: 'error', problem: { code: 'idNeedsQuotes' }, fixes }
  }
  return null
}

const ID = /(?<![\w"-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w"-])/gi

/** `:name`, which other programs put a value for: here `{{name}}`. */
function colonParameter({ text, tokens }: ParsedStatement, index: number): Diagnostic | null {
  const colon = [index, index - 1].find((each) => text.slice(tokens[each]?.start, tokens[each]?.end) === ':')
  const sign = tokens[colon ?? -1]
  const word = tokens[(colon ?? -2) + 1]
  if (sign === undefined || word?.kind !== 'word' || word.start !== sign.end) return null
  const name = text.slice(word.start, word.end)
  const written = `{{${name}}}`
  const edits = [{ start: sign.start, end: word.end, text: written }]
  return {
    start: sign.start,
    end: word.end,
    severity: 'error',
    problem: { code: 'foreignParameter', name: `:${name}`, written },
    fixes: [{ what: { do: 'parameter', text: written }, edits }],
  }
}
