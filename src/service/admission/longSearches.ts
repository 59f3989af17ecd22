import { BriefTexts, MOST_CHARACTERS, valueOf } from './briefTexts.ts'
import { KeyRemovals } from './keyRemovals.ts'
import type { MadeColumns } from './madeColumns.ts'
import { Objection } from './objection.ts'
import { constantText, elementType, isRecord, lastName, list, unwrap, type Members } from './syntaxNode.ts'

/**
 * PostgreSQL can't be ended while it looks for one text in another, or for the elements of one list in another, ranks by the
 * words of a query, compares the corners of polygons, or puts accents in order. It takes up to the product of both lengths,
 * or the square of one: hours, where a statement makes texts of a megabyte. So what is looked for has to be brief: constants,
 * columns of tables, and what makes these hardly longer. Words, however long the text, can be ended (measured).
 */
export class LongSearches {
  readonly #columns: MadeColumns
  /** Of each, one of the values has to be brief, and very much so where the subject isn't. */
  readonly #searches: { readonly by: string; readonly values: readonly unknown[]; readonly subject?: unknown }[] = []
  /** Of the two, one has to be brief, and very much so where the other isn't. */
  readonly #lists: { readonly by: string; readonly sides: readonly unknown[] }[] = []
  readonly #ranks: (readonly unknown[])[] = []
  /** The types of casts; any other place that names a type makes values of it from what nobody has looked at. */
  readonly #castTypes = new Set<unknown>()
  readonly #removals = new KeyRemovals()

  constructor(columns: MadeColumns) {
    this.#columns = columns
  }

  /** Takes note of a node. */
  note(kind: string, members: Members): void {
    this.#removals.note(kind, members)
    switch (kind) {
      case 'FuncCall': {
        const by = lastName(members.funcname)
        const args = list(members.args)
        if (LOOKING_FUNCTIONS.has(by) && args.length > 1)
          this.#searches.push({ by, values: [args[1]], subject: args[0] })
        if (by === 'ts_rank') this.#ranks.push(args)
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
        const by = lastName(members.name)
        if (PATTERN_OPERATORS.has(by))
          this.#searches.push({ by: 'LIKE', values: [members.rexpr], subject: members.lexpr })
        if (LIST_OPERATORS.has(by)) this.#lists.push({ by, sides: [members.lexpr, members.rexpr] })
        return
      }
      case 'SubLink': {
        // The rows of a query, in `LIKE ANY (SELECT …)`.
        const by = lastName(members.operName)
        const rows = valueOf(members.subselect)
        if (PATTERN_OPERATORS.has(by)) {
          this.#searches.push({ by: 'LIKE', values: [rows], subject: members.testexpr })
        }
        if (LIST_OPERATORS.has(by)) this.#lists.push({ by, sides: [members.testexpr, rows] })
      }
    }
  }

  /**
   * Whether a query may ask for the beginnings of words. Each then matches any number of the document's words, and their
   * places are compared with each other.
   */
  #mayHavePrefix(query: unknown): boolean {
    const open = [query]
    const seen = new Set<string>()
    for (const node of open) {
      if (node === undefined) continue
      const [kind, members] = unwrap(node)
      if (!isRecord(members)) return true
      const name = kind === 'FuncCall' ? lastName(members.funcname) : ''
      if (kind === 'A_ArrayExpr' || PLAIN_QUERIES.has(name)) continue
      if (kind === 'A_Const') {
        if (constantText(node)?.includes('*') === true) return true
      } else if (kind === 'TypeCast') open.push(members.arg)
      else if (kind === 'A_Expr') open.push(members.lexpr, members.rexpr)
      else if (name === 'to_tsquery') open.push(list(members.args).at(-1))
      else if (kind === 'ColumnRef') {
        const made = this.#columns.isStored(members) ? null : this.#columns.definitions(members)
        if (made === null) return true
        if (!seen.has(made.name)) for (const each of made.expressions) open.push(each)
        seen.add(made.name)
      } else return true
    }
    return false
  }

  /** Throws `Objection` if anything long may be looked for; to be called when all nodes have been noted. */
  refuse(): void {
    const texts = new BriefTexts(this.#columns)
    for (const { by, values, subject } of this.#searches) {
      const most = subject === undefined || texts.isBrief(subject) ? MOST_CHARACTERS : FEW_CHARACTERS
      if (!values.some((value) => value !== undefined && texts.isBrief(value, most))) throw mayBeLong(by, most)
    }
    for (const { by, sides } of this.#lists) {
      const longest = sides.map((side) =>
        side === undefined
          ? Infinity
          : ([FEW_CHARACTERS, MOST_CHARACTERS].find((most) => texts.isBrief(side, most)) ?? Infinity),
      )
      const most = Math.max(...longest) <= MOST_CHARACTERS ? MOST_CHARACTERS : FEW_CHARACTERS
      if (Math.min(...longest) > most) throw mayBeLong(by, most)
    }
    // Of the document and the query, either may be long.
    for (const args of this.#ranks) {
      const long = args.filter((arg) => !texts.isBrief(arg, FEW_CHARACTERS))
      if (long.length > 1) throw mayBeLong('ts_rank', FEW_CHARACTERS)
      if (long.every((arg) => texts.isBrief(arg, MOST_RANKED))) continue
      if (args.some((arg) => !long.includes(arg) && this.#mayHavePrefix(arg))) throw longRank()
    }
    if (!this.#removals.lists().every((removed) => texts.isBrief(removed))) throw mayBeLong('-')
  }
}

function longRank(): Objection {
  return new Objection(
    'Not authorized to rank what may be long by the beginnings of words: leave out :* or rank the columns of a table',
  )
}

function mayBeLong(by: string, most = MOST_CHARACTERS): Objection {
  const what = TAKING_APART.has(by) ? 'on what may be long' : 'where what it looks for may be long'
  return new Objection(
    `Not authorized to use ${by} ${what}: write that as a constant of at most ${most} characters, ` +
      `as "table"."column", or as left(…, ${most})`,
  )
}

/** In a text of any length, even a thousand may take minutes; a column's value counts for half of these. */
const FEW_CHARACTERS = 100

/** Of a document in the form of `tsvector`: three columns, or a thousand words. */
const MOST_RANKED = 8 * MOST_CHARACTERS

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
  // The source is copied from each field of the format on.
  'to_date',
  'to_timestamp',
  'translate',
])
const QUERY_FUNCTIONS: ReadonlySet<string> = new Set([
  'phraseto_tsquery',
  'plainto_tsquery',
  'to_tsquery',
  'websearch_to_tsquery',
])
/** Of which the words are those of a text. */
const PLAIN_QUERIES: ReadonlySet<string> = new Set(['plainto_tsquery', 'phraseto_tsquery'])
const LOOKED_FOR_TYPES: ReadonlySet<string> = new Set(['polygon', 'tsquery'])
/** `LIKE` and `ILIKE`, and their negations, as the parser writes them. */
const PATTERN_OPERATORS: ReadonlySet<string> = new Set(['~~', '~~*', '!~~', '!~~*'])
const LIST_OPERATORS: ReadonlySet<string> = new Set(['&&', '@>', '<@', '?|', '?&', '~=', '<->'])
/** Unicode's canonical order sorts the accents of a letter one place at a time. */
const REORDERING_FUNCTIONS: ReadonlySet<string> = new Set(['is_normalized', 'normalize'])
/** What is slow by the length of its own text or list. */
const TAKING_APART: ReadonlySet<string> = new Set([...REORDERING_FUNCTIONS, '-'])
