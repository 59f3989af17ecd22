import { listIn, namesIn, nodeIn, type Node } from '../../../parser/repeatable/nodes.ts'
import { columnWithItsWords, nearestColumn } from '../../../query/nearestColumn.ts'
import { sqlLiteral } from '../../../query/sqlText.ts'
import type { CatalogueIndex } from '../../completion/catalogue.ts'
import { writtenName } from '../../names.ts'
import type { Token } from '../../tokens.ts'
import type { Diagnostic, Fix, SqlProblem } from '../diagnostic.ts'
import type { ParsedStatement } from '../parsedStatement.ts'
import { relationNamed, type Level } from './resolveNames.ts'

/** Columns that every table has: CKAN's own, which no list of fields names, and PostgreSQL's. */
const OF_EVERY_TABLE: ReadonlySet<string> = new Set('_id _full_text ctid xmin xmax cmin cmax tableoid'.split(' '))

/** What is wrong with a column's name; null if nothing is, or if that can't be known. */
export function columnProblem(
  read: ParsedStatement,
  { of }: Node,
  levels: readonly Level[],
  outputs: readonly string[],
  index: CatalogueIndex,
): Diagnostic | null {
  const path = namesIn(of['fields'])
  const first = read.tokenAt(of['location'])
  if (first === null || path.length === 0) return null
  const token = (name: number) => read.tokens[first + 2 * name]
  const start = token(0)
  if (path.length > 4 && start) {
    return problemAt(
      start,
      { code: 'syntax', message: 'improper qualified name (too many dotted names)', at: null },
      [],
    )
  }
  if (path.length > 2) return null
  const hasStar = listIn(of['fields']).some((field) => nodeIn(field)?.kind === 'A_Star')
  const [name = '', column = ''] = path
  if (path.length === 1 && !hasStar) {
    const place = token(0)
    return place && !outputs.includes(name) ? bareProblem(read, place, name, levels) : null
  }
  if (path.length === 2 && hasStar) return null
  const relation = relationNamed(levels, name)
  const place = token(relation === null ? 0 : 1)
  if (place === undefined) return null
  if (relation === null) return relationProblem(place, name, hasStar ? null : column, levels)
  const { columns, isTable } = relation
  if (hasStar || columns === null || columns.includes(column)) return null
  // `t.f` may be `f(t)`.
  if ((isTable && OF_EVERY_TABLE.has(column)) || index.catalogue.functions.some((each) => each.name === column))
    return null
  return missingColumn(read, place, column, columns)
}

function bareProblem(read: ParsedStatement, place: Token, name: string, levels: readonly Level[]): Diagnostic | null {
  for (const { sources, merged } of levels) {
    if (merged.has(name)) return null
    const having = sources.filter(({ columns }) => columns?.includes(name))
    if (having.length > 1) return ambiguous(place, read, name, having)
    const isOpen = sources.some(({ columns, isTable }) => columns === null || (isTable && OF_EVERY_TABLE.has(name)))
    if (having.length === 1 || isOpen || sources.some((source) => source.name === name)) return null
  }
  const columns = levels.flatMap(({ sources }) => sources.flatMap((source) => source.columns ?? []))
  return missingColumn(read, place, name, columns)
}

function ambiguous(place: Token, { text }: ParsedStatement, name: string, having: Level['sources']): Diagnostic {
  const relations = having.flatMap((source) => source.name ?? [])
  const written = text.slice(place.start, place.end)
  const fixes = [...new Set(relations)]
    .slice(0, 4)
    .map((relation) => writeFix(place, `${writtenName(relation)}.${written}`))
  return problemAt(
    place,
    { code: 'ambiguousColumn', name, relations },
    relations.length === new Set(relations).size ? fixes : [],
  )
}

function missingColumn({ text }: ParsedStatement, place: Token, name: string, columns: readonly string[]): Diagnostic {
  const written = text.slice(place.start, place.end)
  const same = columns.find((each) => each.toLowerCase() === name.toLowerCase())
  if (same !== undefined && place.kind === 'word') {
    const by = writtenName(same)
    return problemAt(place, { code: 'needsQuotes', name: same, written }, [
      { what: { do: 'quote', text: by }, edits: [{ start: place.start, end: place.end, text: by }] },
    ])
  }
  const nearest = same ?? nearestColumn(name, columns) ?? columnWithItsWords(name, columns)
  const fixes = nearest === null ? [] : [writeFix(place, writtenName(nearest))]
  if (place.kind !== 'name') return problemAt(place, { code: 'unknownColumn', name, nearest }, fixes)
  const literal = sqlLiteral(name)
  const asText: Fix = {
    what: { do: 'asText', text: literal },
    edits: [{ start: place.start, end: place.end, text: literal }],
  }
  const problem: SqlProblem =
    nearest === null ? { code: 'textInNameQuotes', text: name } : { code: 'unknownColumn', name, nearest }
  return problemAt(place, problem, [...fixes, asText])
}

function relationProblem(place: Token, name: string, column: string | null, levels: readonly Level[]): Diagnostic {
  // Only those that have the column, or it would be the next thing that is missing.
  const fitting = levels.flatMap(({ sources }) =>
    sources.filter(({ columns }) => column === null || columns?.includes(column) === true),
  )
  const names = fitting.flatMap((source) => source.name ?? [])
  const same = names.find((each) => each.toLowerCase() === name.toLowerCase())
  const nearest = same ?? nearestColumn(name, names) ?? (names.length === 1 ? (names[0] ?? null) : null)
  const fixes = nearest === null ? [] : [writeFix(place, writtenName(nearest))]
  return problemAt(place, { code: 'unknownRelation', name, nearest }, fixes)
}

/** A table that there is not, with the one that may be meant: of that name in other letters, that title, or a near name. */
export function tableProblem(read: ParsedStatement, { of }: Node, index: CatalogueIndex): Diagnostic | null {
  const place = tableToken(read, of)
  if (place === null) return null
  const name = String(of['relname'])
  const { tables } = index.catalogue
  const folded = name.toLowerCase()
  const names = tables.flatMap(({ id, aliases }) => [id, ...aliases])
  const same =
    names.find((each) => each.toLowerCase() === folded) ??
    tables.find(({ title }) => title.toLowerCase() === folded)?.id
  const nearest = same ?? nearestColumn(name, names)
  const fixes = nearest === null ? [] : [writeFix(place, writtenName(nearest))]
  return problemAt(place, { code: 'unknownTable', name, nearest }, fixes)
}

/** The token of a table's name, behind its schema. */
export function tableToken({ tokens, tokenAt }: ParsedStatement, of: Node['of']): Token | null {
  const first = tokenAt(of['location'])
  return first === null ? null : (tokens[of['schemaname'] === undefined ? first : first + 2] ?? null)
}

export function problemAt({ start, end }: Token, problem: SqlProblem, fixes: readonly Fix[]): Diagnostic {
  return { start, end, severity: 'error', problem, fixes }
}

function writeFix({ start, end }: Token, text: string): Fix {
  return { what: { do: 'write', text }, edits: [{ start, end, text }] }
}
