import { Objection } from './objection.ts'
import { constantText, elementType, isRecord, lastName, list, unwrap, type Members } from './syntaxNode.ts'

/**
 * A path that compares what two paths find (`$.a[*] == $.b[*]`) compares each item with each, and PostgreSQL can't be ended
 * meanwhile: hours for two lists of a million. So paths have to be constants, and of two sides that are compared one has to
 * be a plain value. They are found where an operator or a function takes them; as values that are passed on they are refused.
 */
export class JsonPaths {
  /** The types of casts of paths that were found where one is taken. */
  readonly #taken = new Set<unknown>()

  /** Takes note of a node before its members; throws `Objection` at a path that isn't admitted. */
  note(kind: string, members: Members): void {
    switch (kind) {
      case 'A_Expr': {
        const operator = lastName(members.name)
        if (operator !== '@?' && operator !== '@@') return
        // A row of one is compared as what is in it.
        const [sideKind, side] = unwrap(members.rexpr)
        for (const operand of sideKind === 'RowExpr' && isRecord(side) ? list(side.args) : [members.rexpr]) {
          this.#take(operand, members.kind !== 'AEXPR_OP')
        }
        return
      }
      case 'JsonFuncExpr':
        // Since PostgreSQL 17 a text becomes a path there by itself.
        if (this.#take(members.pathspec)) return
        throw new Objection(`Not authorized to compute a JSON path: write it as a constant`)
      case 'JsonTablePathSpec':
        this.#take(members.string)
        return
      case 'TypeName': {
        const isPath = elementType(members) === 'jsonpath'
        if (isPath && !this.#taken.has(members)) {
          throw new Objection(`Not authorized to use the type jsonpath but for a constant after @? or @@`)
        }
      }
    }
  }

  /**
   * Whether it is a constant. After an operator, what isn't is no path, since no other expression has the type: at most a
   * text query.
   */
  #take(node: unknown, isList = false): boolean {
    const operand = withoutCollations(node)
    const [kind, members] = unwrap(operand)
    const isCast = kind === 'TypeCast' && isRecord(members)
    const path = constantText(isCast ? members.arg : operand)
    if (path === null) return false
    if (isCast && isRecord(members.typeName) && members.typeName.arrayBounds === undefined) {
      this.#taken.add(members.typeName)
    }
    if (path.length > LONGEST_PATH) {
      throw new Objection(`Not authorized to use a JSON path of more than ${LONGEST_PATH} characters`)
    }
    if (isList || !isQuickPath(path)) {
      throw new Objection('Not authorized to compare two paths within a JSON path: compare with a plain value')
    }
    return true
  }
}

/** PostgreSQL makes a path of a constant below them, too. */
function withoutCollations(node: unknown): unknown {
  let inner = node
  for (;;) {
    const [kind, members] = unwrap(inner)
    if (kind !== 'CollateClause' || !isRecord(members)) return inner
    inner = members.arg
  }
}

const LONGEST_PATH = 1000

const COMPARISON = '(?:==|!=|<>|<=|>=|<|>)'
const PLAIN_VALUE = String.raw`[-+]?(?:\.?\d[\w.]*|""|true\b|false\b|null\b)`

const ANY_COMPARISON = new RegExp(COMPARISON)
/** On the right, it has to end there: `2[0,0]` is a list. */
const PLAIN_COMPARISON = new RegExp(
  String.raw`(?:^|[(&|!,?])\s*${PLAIN_VALUE}\s*${COMPARISON}|${COMPARISON}\s*${PLAIN_VALUE}(?=\s*(?:$|[)&|]))`,
  'g',
)

/** Whether each comparison has a plain value on one side; also of text queries, whose `<->` compares nothing. */
function isQuickPath(path: string): boolean {
  const bare = path
    // What is in quotation marks: a key after a point, a variable after $, else a plain value.
    .replaceAll(/(\.\s*|\$)?"(?:[^"\\]|\\.)*"/gs, (_, before?: string) => (before === undefined ? '""' : `${before}k`))
    .replaceAll(/<(?:-|\d+)>/g, ' ')
  // A comment, or an escaped quotation mark, would hide where the others begin.
  if (/\\|\/\*/.test(bare)) return false
  return !ANY_COMPARISON.test(bare.replaceAll(PLAIN_COMPARISON, ' '))
}
