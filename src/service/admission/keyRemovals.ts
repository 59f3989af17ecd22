import {
  constantText,
  elementType,
  isListType,
  isRecord,
  lastName,
  nameParts,
  unwrap,
  type Members,
} from './syntaxNode.ts'

/**
 * Finds where `-` may take the keys of a list out of a `jsonb` and the statement may have made both: PostgreSQL looks through
 * the list for each key, and can't be ended meanwhile. The syntax tree has no types, so numbers have to be told by their looks.
 */
export class KeyRemovals {
  #makesJson = false
  #makesLists = false
  readonly #differences: Members[] = []
  readonly #joins: Members[] = []

  /** Takes note of a node. */
  note(kind: string, members: Members): void {
    switch (kind) {
      case 'FuncCall': {
        const name = lastName(members.funcname)
        if (/^(?:to_)?jsonb/.test(name)) this.#makesJson = true
        if (LIST_FUNCTIONS.has(name)) this.#makesLists = true
        return
      }
      case 'JsonFuncExpr':
        this.#makesJson = true
        return
      case 'TypeName':
        if (elementType(members) === 'jsonb') this.#makesJson = true
        if (isListType(members)) this.#makesLists = true
        return
      case 'A_ArrayExpr':
        this.#makesLists = true
        return
      case 'SubLink':
        if (members.subLinkType === 'ARRAY_SUBLINK') this.#makesLists = true
        return
      case 'A_Const':
        // Beside a column of such a type, as in `coalesce`, it gets that type.
        if (isLongJson(constantText({ A_Const: members }) ?? '')) {
          this.#makesJson = true
          this.#makesLists = true
        }
        return
      case 'A_Expr': {
        const operator = lastName(members.name)
        if (operator === '-' && members.lexpr !== undefined) this.#differences.push(members)
        if (operator === '||') this.#joins.push(members)
      }
    }
  }

  /** What may be such a list; to be called when all nodes have been noted. */
  lists(): readonly unknown[] {
    if (this.#differences.length === 0) return []
    const joins = this.#joins.some(({ lexpr, rexpr }) => !isText(lexpr) && !isText(rexpr))
    if (!joins && (!this.#makesJson || !this.#makesLists)) return []
    return this.#differences
      .filter(({ lexpr, rexpr }) => !isWrittenNumber(lexpr) && !isCastToPlain(lexpr, ['jsonb']) && !isNumber(rexpr))
      .map(({ rexpr }) => rexpr)
  }
}

/** Whether a constant may be JSON or a list, and so long that it takes time to look through it. */
function isLongJson(constant: string): boolean {
  return constant.length > 1000 && /^\s*[{[]/.test(constant)
}

/** Whether an expression is certainly no list: a number or a time. */
function isNumber(node: unknown): boolean {
  const [kind, members] = unwrap(node)
  if (!isRecord(members)) return false
  switch (kind) {
    case 'A_Const':
      return true
    case 'A_Expr':
      return ARITHMETIC_OPERATORS.has(lastName(members.name))
    case 'FuncCall':
      return NUMBER_FUNCTIONS.has(lastName(members.funcname))
    default:
      return isCastToPlain(node)
  }
}

/** Whether it is a number as in `10 - n`: a text may become a `jsonb`. */
function isWrittenNumber(node: unknown): boolean {
  return unwrap(node)[0] === 'A_Const' && constantText(node) === null
}

/** Whether it is cast to a type that is no list's and none of these. */
function isCastToPlain(node: unknown, others: readonly string[] = []): boolean {
  const [kind, members] = unwrap(node)
  if (kind !== 'TypeCast' || !isRecord(members) || !isRecord(members.typeName) || isListType(members.typeName))
    return false
  return !['record', ...others].includes(elementType(members.typeName))
}

/** Whether what `||` joins is a text, since it is a constant that can be neither JSON nor a list. */
function isText(node: unknown): boolean {
  const [kind, members] = unwrap(node)
  if (kind === 'A_Expr' && isRecord(members) && nameParts(members.name).at(-1) === '||') {
    return isText(members.lexpr) || isText(members.rexpr)
  }
  const constant = constantText(node)
  if (constant === null || /^\s*[{[]/.test(constant)) return false
  try {
    JSON.parse(constant)
    return false
  } catch {
    return true
  }
}

const LIST_FUNCTIONS: ReadonlySet<string> = new Set(
  `array_agg array_append array_cat array_fill array_prepend array_remove array_replace enum_range parse_ident
   percentile_cont percentile_disc regexp_match regexp_matches regexp_split_to_array string_to_array tsvector_to_array`
    .trim()
    .split(/\s+/),
)
const ARITHMETIC_OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '^'])
const NUMBER_FUNCTIONS: ReadonlySet<string> = new Set(
  'abs avg ceil count date_part date_trunc extract floor length now power random rank round row_number sqrt sum'.split(
    ' ',
  ),
)
