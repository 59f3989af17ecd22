import { aliasOf } from './queryColumns.ts'
import { fieldNames, isRecord, lastName, text, type Members } from './syntaxNode.ts'

/** What names mean anywhere in a statement, wherever they stand. */
export class StatementNames {
  /** What has rows. */
  readonly #rows = new Set<string>()
  /** How often a table or WITH query is read, and how often a WITH query is defined. */
  readonly #mentions = new Map<string, number>()
  readonly #definitions = new Map<string, number>()

  /** `select`: the members of a SELECT. */
  constructor(select: Members) {
    this.#collect(select)
  }

  /** Whether a reference may be to a row, with all of its columns. */
  mayBeRow(column: Members): boolean {
    const names = fieldNames(column)
    const [first] = names
    return names.includes(null) || (names.length === 1 && typeof first === 'string' && this.#rows.has(first))
  }

  /** Whether the only WITH query of that name is read more than once. */
  isShared(query: string): boolean {
    return (this.#mentions.get(query) ?? 0) > 1 && this.#definitions.get(query) === 1
  }

  #collect(content: unknown): void {
    if (typeof content !== 'object' || content === null) return
    for (const [kind, members] of Object.entries(content)) {
      if (isRecord(members)) {
        if (kind === 'RangeVar') this.#mention(text(members.relname))
        if (kind === 'CommonTableExpr') count(this.#definitions, text(members.ctename))
        if (kind === 'FuncCall') this.#rows.add(lastName(members.funcname))
        if (members.aliasname !== undefined) this.#rows.add(aliasOf(members))
      }
      this.#collect(members)
    }
  }

  #mention(name: string): void {
    this.#rows.add(name)
    count(this.#mentions, name)
  }
}

function count(map: Map<string, number>, name: string): void {
  map.set(name, (map.get(name) ?? 0) + 1)
}
