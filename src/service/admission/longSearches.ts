import { KeyRemovals } from './keyRemovals.ts'
import { Objection } from './objection.ts'
import {
  constantText,
  elementType,
  fieldNames,
  isRecord,
  list,
  nameParts,
  text,
  unwrap,
  type Members,
} from './syntaxNode.ts'

/**
 * PostgreSQL can't be ended while it looks for one text in another, or for the elements of one list in another, ranks by the
 * words of a query, or compares the corners of polygons. It takes up to the product of both lengths: hours, where a statement
 * makes two texts of a megabyte. So what is looked for has to be brief: constants, columns of tables, and what makes these
 * hardly longer.
 */
export class LongSearches {
  /** The names of tables, and of what has rows that the statement makes itself, anywhere in it. */
  readonly #tables = new Set<string>()
  readonly #made = new Set<string>()
  readonly #searches: { readonly by: string; readonly values: readonly unknown[] }[] = []
  /** The types of casts; any other place that names a type makes values of it from what nobody has looked at. */
  readonly #castTypes = new Set<unknown>()
  readonly #removals = new KeyRemovals()

  /** Takes note of a node; `isQuery` says whether a name is that of a WITH query where the node is. */
  note(kind: string, members: Members, isQuery: (name: string) => boolean): void {
    this.#removals.note(kind, members)
    switch (kind) {
      case 'RangeVar': {
        const isMade = members.schemaname === undefined && isQuery(text(members.relname))
        ;(isMade ? this.#made : this.#tables).add(aliasOf(members) || text(members.relname))
        return
      }
      case 'RangeSubselect':
      case 'RangeFunction':
      case 'JsonTable':
        this.#made.add(aliasOf(members))
        return
      case 'JoinExpr':
        if (members.alias !== undefined) this.#made.add(aliasOf(members))
        return
      case 'FuncCall': {
        const by = nameParts(members.funcname).at(-1) ?? ''
        const args = list(members.args)
        if (LOOKING_FUNCTIONS.has(by) && args.length > 1) this.#searches.push({ by, values: [args[1]] })
        const isMaking = QUERY_FUNCTIONS.has(by) || (by === 'polygon' && args.length === 1)
        if (isMaking) this.#searches.push({ by, values: [args.at(-1)] })
        if (REORDERING_FUNCTIONS.has(by)) this.#searches.push({ by, values: [args[0]] })
        return
      }
      case 'TypeCast': {
        this.#castTypes.add(members.typeName)
        const by = isRecord(members.typeName) ? elementType(members.typeName) : ''
        if (LOOKED_FOR_TYPES.has(by)) this.#searches.push({ by, values: [members.arg] })
        return
      }
      case 'TypeName': {
        const by = elementType(members)
        if (LOOKED_FOR_TYPES.has(by) && !this.#castTypes.has(members)) this.#searches.push({ by, values: [] })
        return
      }
      case 'A_Expr': {
        const by = nameParts(members.name).at(-1) ?? ''
        if (PATTERN_OPERATORS.has(by)) this.#searches.push({ by: 'LIKE', values: [members.rexpr] })
        if (LIST_OPERATORS.has(by)) this.#searches.push({ by, values: [members.lexpr, members.rexpr] })
        return
      }
      case 'SubLink':
        // The rows of a query, in `LIKE ANY (SELECT …)`.
        if (PATTERN_OPERATORS.has(nameParts(members.operName).at(-1) ?? ''))
          this.#searches.push({ by: 'LIKE', values: [] })
    }
  }

  /** Throws `Objection` if anything long may be looked for; to be called when all nodes have been noted. */
  refuse(): void {
    const isStored = (column: Members): boolean => this.#isStored(column)
    const removals = this.#removals.lists().map((value) => ({ by: '-', values: [value] }))
    for (const { by, values } of [...this.#searches, ...removals]) {
      if (values.some((value) => value !== undefined && isBrief(value, isStored))) continue
      throw new Objection(
        `Not authorized to use ${by} where what it looks for may be long: ` +
          `write that as a constant of at most ${MOST_CHARACTERS} characters, or as "table"."column"`,
      )
    }
  }

  /** Whether a column is certainly a table's. */
  #isStored(column: Members): boolean {
    if (this.#made.size === 0) return true
    const [qualifier, field] = fieldNames(column)
    return (
      typeof qualifier === 'string' && field !== undefined && this.#tables.has(qualifier) && !this.#made.has(qualifier)
    )
  }
}

/** Empty if there is none. */
function aliasOf({ alias }: Members): string {
  return isRecord(alias) ? text(alias.aliasname) : ''
}

function isBrief(node: unknown, isStored: (column: Members) => boolean): boolean {
  let room = MOST_CHARACTERS
  const fits = (value: unknown): boolean => {
    const [kind, members] = unwrap(value)
    if (!isRecord(members)) return false
    switch (kind) {
      case 'A_Const':
        room -= constantText(value)?.length ?? 1
        return room >= 0
      case 'ColumnRef':
        room -= COLUMN_CHARACTERS
        return room >= 0 && isStored(members)
      case 'TypeCast':
      case 'CollateClause':
        return fits(members.arg)
      case 'CoalesceExpr':
        return list(members.args).every(fits)
      case 'FuncCall':
        return PLAIN_FUNCTIONS.has(nameParts(members.funcname).at(-1) ?? '') && list(members.args).every(fits)
      case 'A_Expr':
        return JOINING_OPERATORS.has(nameParts(members.name).at(-1) ?? '') && fits(members.lexpr) && fits(members.rexpr)
      case 'A_ArrayExpr': {
        const elements = list(members.elements)
        return elements.length <= MOST_CHARACTERS && elements.every((element) => isBrief(element, isStored))
      }
      default:
        return false
    }
  }
  return fits(node)
}

const LOOKING_FUNCTIONS: ReadonlySet<string> = new Set([
  'btrim',
  'ltrim',
  'position',
  'replace',
  'rtrim',
  'split_part',
  'string_to_array',
  'string_to_table',
  'strpos',
])
const QUERY_FUNCTIONS: ReadonlySet<string> = new Set([
  'phraseto_tsquery',
  'plainto_tsquery',
  'to_tsquery',
  'websearch_to_tsquery',
])
const LOOKED_FOR_TYPES: ReadonlySet<string> = new Set(['polygon', 'tsquery'])
/** `LIKE` and `ILIKE`, and their negations, as the parser writes them. */
const PATTERN_OPERATORS: ReadonlySet<string> = new Set(['~~', '~~*', '!~~', '!~~*'])
const LIST_OPERATORS: ReadonlySet<string> = new Set(['&&', '@>', '<@', '?|', '?&'])
/** Unicode's canonical order sorts the accents of a letter one place at a time. */
const REORDERING_FUNCTIONS: ReadonlySet<string> = new Set(['is_normalized', 'normalize'])
const JOINING_OPERATORS: ReadonlySet<string> = new Set(['||', '+', '-', '*', '/'])
/** Of which the result is hardly longer than what they get. */
const PLAIN_FUNCTIONS: ReadonlySet<string> = new Set(
  'abs btrim chr left like_escape lower ltrim max min right round rtrim substr substring trunc upper'.split(' '),
)

/** Also the most elements of a list that is written out. */
const MOST_CHARACTERS = 1000
/** As many as a column's values count for, so that there can't be many columns one after the other. */
const COLUMN_CHARACTERS = 50
