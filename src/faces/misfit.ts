/** Why a statement or a request can't be a query of the form, or not exactly the same one. `detail` names what it is. */
export interface Misfit {
  readonly code: MisfitCode
  readonly detail?: string
}

export type MisfitCode =
  | 'syntax'
  | 'tooDeep'
  | 'severalStatements'
  | 'notSelect'
  | 'with'
  | 'union'
  | 'join'
  | 'subquery'
  | 'noTable'
  | 'schema'
  | 'aggregate'
  | 'groupBy'
  | 'window'
  | 'lock'
  | 'distinctOn'
  | 'offset'
  | 'limit'
  | 'renamed'
  | 'column'
  | 'twice'
  | 'function'
  | 'expression'
  | 'constant'
  | 'null'
  | 'cast'
  | 'types'
  | 'case'
  | 'pattern'
  | 'notAny'
  | 'words'
  | 'sort'
  | 'json'
  | 'noResource'
  | 'parameter'
  | 'filter'
  | 'unreadable'

/** Thrown while something is read, and caught where reading begins. */
export class MisfitError extends Error {
  readonly misfit: Misfit
  constructor(code: MisfitCode, detail?: string) {
    super(code)
    this.misfit = detail === undefined ? { code } : { code, detail }
  }
}

/** What came of reading: the query, or why there is none. */
export type Reading<Query> =
  | { readonly fits: true; readonly query: Query }
  | { readonly fits: false; readonly misfit: Misfit }

/** Runs a reading; what it throws as a misfit is its outcome. */
export async function reading<Query>(read: () => Query | Promise<Query>): Promise<Reading<Query>> {
  try {
    return { fits: true, query: await read() }
  } catch (error) {
    if (error instanceof MisfitError) return { fits: false, misfit: error.misfit }
    throw error
  }
}
