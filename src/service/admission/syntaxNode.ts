import { notAdmitted } from './objection.ts'

/** The members of a syntax node. */
export type Members = Readonly<Record<string, unknown>>

/** Narrows to an object that is not a list. */
export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The kind and the members of a node wrapped as `{"A_Const": {…}}`. */
export function unwrap(value: unknown): readonly [kind: string, members: unknown] {
  const entries = isRecord(value) ? Object.entries(value) : []
  const [entry] = entries
  if (entry === undefined || entries.length !== 1) throw notAdmitted('an unknown node')
  return entry
}

/** A list; empty if the member is absent. */
export function list(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw notAdmitted('an unknown list')
  return value
}

/** A string. */
export function text(value: unknown): string {
  if (typeof value !== 'string') throw notAdmitted('an unknown name')
  return value
}

/** Whether this is `{}`, the parser's way to write a null. */
export function isNothing(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}

/** The parts of a name, or the names of a list, from the parser's list of `String`. */
export function nameParts(value: unknown): string[] {
  return list(value).map((part) => {
    const [kind, content] = unwrap(part)
    if (kind !== 'String' || !isRecord(content)) throw notAdmitted(kind)
    return text(content.sval)
  })
}

/** The calls of a RangeFunction, each with its column definitions or `{}`. */
export function functionsInFrom(value: unknown): readonly { readonly call: unknown; readonly columns: unknown }[] {
  return list(value).map((pair) => {
    const [kind, content] = unwrap(pair)
    const [member, items] = kind === 'List' ? unwrap(content) : []
    const [call, columns, ...more] = member === 'items' ? list(items) : []
    if (call === undefined || columns === undefined || more.length > 0) throw notAdmitted('an unknown function in FROM')
    return { call, columns }
  })
}

/** The unqualified name of a call; undefined if the node is no function call. */
export function functionName(call: unknown): string | undefined {
  const [kind, content] = unwrap(call)
  return kind === 'FuncCall' && isRecord(content) ? nameParts(content.funcname).at(-1) : undefined
}

/** The names of a column's reference, in order; null where a name is none, as in `t.*`. */
export function fieldNames({ fields }: Members): readonly (string | null)[] {
  return list(fields).map((field) => {
    const [kind, content] = unwrap(field)
    return kind === 'String' && isRecord(content) ? text(content.sval) : null
  })
}
