import { tokensOf, type Token } from '../tokens.ts'

/** A text under a name, and the values of its parameters as a link has them; empty for none. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly parameters: string
}

/** What a `.sql` file holds; the folder is null if it names none. */
export interface StatementFile {
  readonly folder: string | null
  readonly statements: readonly NamedStatement[]
}

/**
 * The text of a `.sql` file: each statement under a comment `-- name: …`, as programs that keep statements in files write it,
 * and ended by a semicolon, so that other programs can run it.
 */
export function writeStatements({ folder, statements }: StatementFile): string {
  const head = folder === null ? [] : [`-- folder: ${oneLine(folder)}\n`]
  const parts = statements.map(({ name, text, parameters }) => {
    const values = parameters === '' ? '' : `-- values: ${oneLine(parameters)}\n`
    return `-- name: ${oneLine(name)}\n${values}${ended(text)}\n`
  })
  return [...head, ...parts].join('\n')
}

/** Reads such a file, or any other of statements, which is one text under its first comment, else under `fallback`. */
export function readStatements(text: string, fallback: string): StatementFile {
  const tokens = tokensOf(text)
  const marks = tokens.flatMap((token) => {
    const mark = markIn(text, token)
    return mark === null ? [] : [{ ...token, ...mark }]
  })
  const folder = marks.find(({ key }) => key === 'folder')?.value ?? null
  const names = marks.filter(({ key }) => key === 'name')
  const starts = [{ start: 0, end: 0, value: '' }, ...names]
  const statements = starts.flatMap((mark, at) => {
    const end = starts[at + 1]?.start ?? text.length
    const own = tokens.filter((token) => token.start >= mark.end && token.end <= end)
    if (own.every(({ kind }) => kind === 'comment')) return []
    const values = marks.find(({ key, start }) => key === 'values' && start === own[0]?.start)
    const from =
      values?.end ?? (at === 0 ? (marks.findLast((each) => each.end <= (own[0]?.end ?? 0))?.end ?? 0) : mark.end)
    const written = withoutEnd(text.slice(from, end))
    const name = mark.value || commentOf(text, own[0]) || fallback
    return [{ name, text: written, parameters: values?.value ?? '' }]
  })
  return { folder, statements }
}

/** What a comment on a line of its own says of what follows it. */
function markIn(text: string, { kind, start, end }: Token): { readonly key: string; readonly value: string } | null {
  if (kind !== 'comment' || !/(?:^|\n)[ \t]*$/.test(text.slice(0, start))) return null
  const found = /^--[ \t]*(name|folder|values):[ \t]*(\S.*?)\s*$/i.exec(text.slice(start, end))
  return found === null ? null : { key: (found[1] ?? '').toLowerCase(), value: found[2] ?? '' }
}

/** The words of a comment of one line; empty if it is none. */
function commentOf(text: string, token: Token | undefined): string {
  const written = token?.kind === 'comment' ? text.slice(token.start, token.end) : ''
  return written.startsWith('--') ? written.replace(/^-+/, '').trim().slice(0, LONGEST_NAME) : ''
}

/** As long as a name may be where it is typed. */
const LONGEST_NAME = 200

function ended(text: string): string {
  const written = text.trim()
  const last = tokensOf(written).at(-1)
  if (last === undefined || written.slice(last.start, last.end) === ';') return written
  return `${written}${last.kind === 'comment' ? '\n' : ''};`
}

function withoutEnd(text: string): string {
  const written = text.trim()
  const last = tokensOf(written).at(-1)
  return last !== undefined && written.slice(last.start) === ';' ? written.slice(0, -1).trimEnd() : written
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim()
}
