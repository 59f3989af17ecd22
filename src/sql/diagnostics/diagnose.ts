import { isRecord, listIn, namesIn, nodesIn, type Members, type Node } from '../../parser/repeatable/nodes.ts'
import type { CatalogueIndex, SqlCatalogue } from '../completion/catalogue.ts'
import { foldCase } from '../names.ts'
import { statementsOf } from '../statements.ts'
import type { Dialect } from '../dialect.ts'
import { ckanProblems, functionProblem } from './ckanProblems.ts'
import type { Diagnostic } from './diagnostic.ts'
import { columnProblem, problemAt, tableProblem, tableToken } from './names/nameProblems.ts'
import { firstList, resolveNames, type TableFound } from './names/resolveNames.ts'
import { mendedText, parsedStatement, type Parse, type ParsedStatement, type ParsedTexts } from './parsedStatement.ts'
import { oddProblems, syntaxProblems } from './syntaxProblems.ts'
import { expressionWarning, linkWarning, sameNames } from './warnings.ts'

/** After so long other questions have their turn, ms. */
const SPAN_MS = 15

/** What statements are judged by. */
export interface Judging {
  readonly index: CatalogueIndex
  readonly dialect: Dialect
  readonly parse: Parse
  /** Most rows that the server answers; null if that is not known. */
  readonly cap: number | null
  /** Statements that were parsed before. */
  readonly before: ParsedTexts
}

/** What was found about a text, and what would be known better with more of the catalogue. */
export interface Diagnosed {
  readonly found: readonly Diagnostic[]
  /** Names of tables whose fields are needed and were not loaded. */
  readonly wanted: readonly string[]
  readonly parsed: ParsedTexts
}

/** Judges each statement of a text on its own, as the server would. A table named at the cursor may not be written out yet. */
export async function diagnose(text: string, cursor: number | null, judging: Judging): Promise<Diagnosed> {
  const found: Diagnostic[] = []
  const wanted = new Set<string>()
  const parsed = new Map<string, Awaited<ReturnType<Parse>>>()
  let began = performance.now()
  for (const statement of statementsOf(text)) {
    if (performance.now() - began > SPAN_MS) {
      await new Promise((resolve) => setTimeout(resolve))
      began = performance.now()
    }
    const mended = mendedText(text, statement)
    const result = parsed.get(mended) ?? judging.before.get(mended) ?? (await judging.parse(mended))
    parsed.set(mended, result)
    const read = parsedStatement(text, statement, mended, result)
    found.push(...problemsOf(read, mended, cursor, judging, wanted))
  }
  return { found: found.toSorted((one, other) => one.start - other.start), wanted: [...wanted], parsed }
}

function problemsOf(
  read: ParsedStatement,
  mended: string,
  cursor: number | null,
  judging: Judging,
  wanted: Set<string>,
): readonly Diagnostic[] {
  const open = read.statement.tokens.find(({ kind, unfinished }) => kind === 'comment' && unfinished)
  if (open !== undefined) return [problemAt(open, { code: 'notClosed', what: 'comment' }, [])]
  const ofServer = judging.dialect === 'ckan' ? ckanProblems(read, judging.index) : []
  if (read.root === null) return [...syntaxProblems(read, mended), ...ofServer]
  // Our own service says itself what it explains.
  if (read.root.kind === 'ExplainStmt' && judging.dialect === 'rowan') return []
  const refused = kindProblem(read, read.root)
  if (refused !== null) return [refused]
  const ofTree = treeProblems(read, read.root, cursor, judging, wanted)
  const odd = oddProblems(read, 'warning')
  const isOdd = ({ start, end, severity }: Diagnostic) =>
    severity === 'error' && odd.some((sign) => sign.start >= start && sign.end <= end)
  // A name that can't be found for such a sign.
  if (!ofTree.some(isOdd)) return [...ofServer, ...ofTree, ...odd]
  return [...ofServer, ...ofTree.filter((each) => !isOdd(each)), ...oddProblems(read, 'error')]
}

/** What is no query, or one that does more than read. */
function kindProblem(read: ParsedStatement, root: Node): Diagnostic | null {
  const [first] = read.tokens
  if (first === undefined) return null
  const word = (at: number) => read.text.slice(read.tokens[at]?.start, read.tokens[at]?.end)
  if (root.kind !== 'SelectStmt') return problemAt(first, { code: 'notSelect', word: word(0).toUpperCase() }, [])
  const writes = nodesIn(isRecord(root.of['withClause']) ? root.of['withClause']['ctes'] : []).find(({ of }) => {
    return isRecord(of['ctequery']) && !('SelectStmt' in of['ctequery'])
  })
  if (writes) {
    const at = read.tokens.findIndex((_, index) => /^(?:insert|update|delete|merge)$/i.test(word(index)))
    return problemAt(read.tokens[at] ?? first, { code: 'onlyReads', word: word(Math.max(0, at)).toUpperCase() }, [])
  }
  const into = root.of['intoClause'] === undefined ? -1 : read.tokens.findIndex((_, at) => /^into$/i.test(word(at)))
  if (into >= 0) return problemAt(read.tokens[into] ?? first, { code: 'onlyReads', word: 'INTO' }, [])
  const isLocking = root.of['lockingClause'] !== undefined && root.of['fromClause'] !== undefined
  const lock = isLocking ? read.tokens.findLastIndex((_, at) => /^for$/i.test(word(at))) : -1
  return lock < 0
    ? null
    : problemAt(read.tokens[lock] ?? first, { code: 'onlyReads', word: `FOR ${word(lock + 1).toUpperCase()}` }, [])
}

function treeProblems(
  read: ParsedStatement,
  root: Node,
  cursor: number | null,
  { index, dialect, cap }: Judging,
  wanted: Set<string>,
): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  const add = (problem: Diagnostic | null) => problem !== null && found.push(problem)
  const tableOf = (schema: string | null, name: string): TableFound => {
    if (schema !== null && schema !== 'public') return { is: 'unknown' }
    const table = index.tableNamed(name)
    if (table === null) return { is: index.catalogue.missing.has(name) ? 'missing' : 'unknown' }
    return { is: 'table', columns: index.catalogue.fields.get(table.id)?.map(({ id }) => id) ?? null }
  }
  resolveNames(root, tableOf, {
    column: (ref, levels, outputs) => add(columnProblem(read, ref, levels, outputs, index)),
    table(range, is) {
      const token = tableToken(read, range.of)
      const name = String(range.of['relname'])
      if (token !== null && dialect !== 'any' && isSystem(range.of['schemaname'], name)) {
        add(problemAt(token, { code: 'systemTable', name }, []))
        return
      }
      if (is.is === 'missing') add(tableProblem(read, range, index))
      const isWritten = token !== null && !(cursor !== null && token.start <= cursor && token.end >= cursor)
      if (
        is.is === 'table'
          ? is.columns === null
          : is.is === 'unknown' && isWritten && range.of['schemaname'] === undefined
      ) {
        wanted.add(index.tableNamed(name)?.id ?? name)
      }
    },
    node(node, levels) {
      if (dialect === 'rowan' && node.kind === 'FuncCall') add(refusedCall(read, node.of, index.catalogue))
      if (node.kind === 'ParamRef') add(argumentProblem(read, node.of))
      add(expressionWarning(read, node, levels))
    },
    refused(location, message) {
      const at = read.tokenAt(location)
      const token = at === null ? undefined : read.tokens[at]
      if (token) add(problemAt(token, { code: 'syntax', message, at: null }, []))
    },
    select: (of, level) => add(linkWarning(read, of, level)),
  })
  found.push(...sameNames(read, firstList(root)))
  add(limitWarning(read, root.of, index, cap))
  return found
}

/** `$1`, which other programs send a value for. */
function argumentProblem({ text, tokens, tokenAt }: ParsedStatement, of: Members): Diagnostic | null {
  const at = tokenAt(of['location'])
  const token = at === null ? undefined : tokens[at]
  if (token === undefined) return null
  const { start, end } = token
  const name = text.slice(start, end)
  const written = `{{p${name.slice(1)}}}`
  const fixes = [{ what: { do: 'parameter', text: written }, edits: [{ start, end, text: written }] } as const]
  return problemAt(token, { code: 'foreignParameter', name, written }, fixes)
}

function isSystem(schema: unknown, name: string): boolean {
  return /^(?:pg_|information_schema$)/.test(String(schema)) || name.startsWith('pg_') || name === '_table_metadata'
}

/** What the grammar calls is not written as a name. */
function refusedCall(read: ParsedStatement, of: Members, catalogue: SqlCatalogue): Diagnostic | null {
  const names = namesIn(of['funcname'])
  const name = names.at(-1) ?? ''
  const first = read.tokenAt(of['location'])
  const isAllowed = catalogue.allowed?.has(name) ?? true
  if (of['funcformat'] !== 'COERCE_EXPLICIT_CALL' || first === null || isAllowed) return null
  const token = read.tokens[first + 2 * (names.length - 1)]
  if (token === undefined || (token.kind !== 'name' && foldCase(read.text.slice(token.start, token.end)) !== name))
    return null
  return { start: token.start, end: token.end, severity: 'error', ...functionProblem(read.text, token, catalogue) }
}

/** All rows of one table that has more than the server answers. */
function limitWarning(
  { text, statement, tokens }: ParsedStatement,
  of: Members,
  { catalogue, tableNamed }: CatalogueIndex,
  cap: number | null,
): Diagnostic | null {
  const [item, ...others] = nodesIn(of['fromClause'])
  if (cap === null || item?.kind !== 'RangeVar' || others.length > 0 || of['withClause'] !== undefined) return null
  if (CUTS.some((clause) => of[clause] !== undefined) || listIn(of['targetList']).length === 0) return null
  const isCall = nodesIn(of['targetList']).some(({ of: { val } }) => JSON.stringify(val).includes('"FuncCall"'))
  const table = tableNamed(String(item.of['relname']))
  const rows = table === null ? null : (catalogue.rows.get(table.id) ?? null)
  const [first] = tokens
  if (isCall || rows === null || rows <= cap || first === undefined) return null
  const end = statement.end
  const fixes = [
    {
      what: { do: 'limit', rows: 1000 },
      edits: [{ start: end, end, text: `${text.includes('\n') ? '\n' : ' '}LIMIT 1000` }],
    } as const,
  ]
  return { start: first.start, end: first.end, severity: 'warning', problem: { code: 'noLimit', cap, rows }, fixes }
}

/** With one of these it does not give all rows of its table. */
const CUTS = [
  'whereClause',
  'groupClause',
  'distinctClause',
  'limitCount',
  'limitOffset',
  'havingClause',
  'larg',
] as const
