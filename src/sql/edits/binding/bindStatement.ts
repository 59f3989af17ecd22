import { isRecord, type Members } from '../../../parser/repeatable/nodes.ts'
import { explained } from '../../scope.ts'
import type { Known } from '../../statement/columns.ts'
import { wholePhrase } from '../../statement/phrase.ts'
import type { Statement } from '../../statements.ts'
import type { Syntax } from '../syntax.ts'
import { Unusual, type Binding } from './binding.ts'
import { bindQuery } from './bindQuery.ts'
import type { BoundQuery } from './bound.ts'

/** What every name of a statement means. */
export interface BoundStatement extends Pick<Binding, 'phrase' | 'names' | 'references' | 'selects'> {
  readonly query: BoundQuery
}

/** Binds the names of a query, or of one behind EXPLAIN; null for other statements and for forms that are not followed here. */
export function bindStatement(text: string, statement: Statement, syntax: Syntax, known: Known): BoundStatement | null {
  const node = queryIn(syntax.tree)
  if (node === null) return null
  const phrase = wholePhrase(text, statement)
  const binding: Binding = {
    phrase,
    query: bindQuery,
    known,
    placeOf: syntax.placeOf,
    pieces: new Map(phrase.pieces.map(({ start }, index) => [start, index])),
    names: [],
    references: [],
    selects: [],
    meant: new Map(),
    count: 0,
  }
  const range = { from: 'ExplainStmt' in syntax.tree ? explained(phrase) : 0, to: phrase.pieces.length }
  try {
    const query = bindQuery({ binding, levels: [], ctes: [], later: [], select: null, depth: 0 }, node, range)
    return { phrase, names: binding.names, references: binding.references, selects: binding.selects, query }
  } catch (error) {
    if (error instanceof Unusual) return null
    throw error
  }
}

function queryIn({ SelectStmt, ExplainStmt }: Members): Members | null {
  const query =
    isRecord(ExplainStmt) && isRecord(ExplainStmt['query']) ? ExplainStmt['query']['SelectStmt'] : SelectStmt
  return isRecord(query) ? query : null
}
