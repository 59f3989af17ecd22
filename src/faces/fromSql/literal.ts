import { MisfitError } from '../misfit.ts'
import { isRecord, namesIn, nodeIn, textIn, type Node } from './node.ts'
import { kindOf, typeOf, type Table } from './table.ts'

/**
 * The value in a literal beside a field, as the form would have it: text that PostgreSQL casts to the type of the field. Null
 * if the node is no literal. Throws where the cast would compare otherwise than the literal does.
 */
export function valueIn(node: Node, field: string, table: Table): string | null {
  if (node.kind === 'A_Const') return constantIn(node, field, table)
  if (node.kind !== 'TypeCast') return null
  const inner = nodeIn(node.of['arg'])
  if (inner.kind !== 'A_Const') return null
  const value = constantIn(inner, field, table)
  checkCast(castOf(node), value, field, table)
  return value
}

/** Whether a literal is NULL. */
export function isNullLiteral({ kind, of }: Node): boolean {
  return kind === 'A_Const' && of['isnull'] === true
}

/** The text in a literal, whatever stands beside it; null if it is no text. */
export function plainTextIn({ kind, of }: Node): string | null {
  if (kind !== 'A_Const' || !isRecord(of['sval'])) return null
  return textIn(of['sval']['sval'])
}

/** A whole number in a literal; null if it is none. */
export function wholeNumberIn({ kind, of }: Node): number | null {
  const text = kind !== 'A_Const' ? null : (wholeIn(of) ?? floatIn(of))
  const number = text !== null && /^\d+$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(number) ? number : null
}

/** The type that a cast names, if it is a plain one: `date`. */
export function castOf({ of }: Node): string {
  const type = of['typeName']
  if (!isRecord(type) || type['typemod'] !== -1 || type['arrayBounds'] !== undefined) throw new MisfitError('cast')
  return namesIn(type['names']).at(-1) ?? ''
}

function constantIn(node: Node, field: string, table: Table): string {
  const { of } = node
  const text = plainTextIn(node)
  if (text !== null) return text
  if (isNullLiteral(node)) throw new MisfitError('null')
  const kind = kindOf(field, table)
  if (isRecord(of['boolval'])) {
    if (kind !== 'boolean') throw new MisfitError('types', field)
    return of['boolval']['boolval'] === true ? 'true' : 'false'
  }
  const whole = wholeIn(of)
  if (whole !== null) {
    if (kind !== 'integer' && kind !== 'numeric') throw new MisfitError('types', field)
    return whole
  }
  const number = floatIn(of)
  if (number === null) throw new MisfitError('expression')
  const isWide = WIDE.has(typeOf(field, table)) && /^-?\d{1,18}$/.test(number)
  // A `real` is compared as a longer number, which 0.1 is not equal to.
  const isDecimal = DECIMAL.has(typeOf(field, table)) && /^-?[\d.]+(?:e[-+]?\d+)?$/i.test(number)
  if (!isWide && !isDecimal) throw new MisfitError('types', field)
  return number
}

/** The parser leaves out a zero. */
function wholeIn(of: Node['of']): string | null {
  if (!isRecord(of['ival'])) return null
  const { ival = 0 } = of['ival']
  return typeof ival === 'number' ? String(ival) : null
}

function floatIn(of: Node['of']): string | null {
  return isRecord(of['fval']) ? textIn(of['fval']['fval']) : null
}

const WIDE = new Set(['int8', 'bigint'])
const DECIMAL = new Set(['numeric', 'decimal', 'float8', 'double precision', 'float'])

/** A cast says nothing new if it is to the type of the field; a day beside a time is its midnight either way. */
function checkCast(cast: string, value: string, field: string, table: Table): void {
  const type = typeOf(field, table)
  const isDay = cast === 'date' && /^\d{4}-\d\d-\d\d$/.test(value) && type.startsWith('timestamp')
  const isNumber = /^(?:int[248]|numeric)$/.test(cast) && NUMBERS.has(type) && /^-?\d{1,9}$/.test(value)
  const isText = cast === 'text' && kindOf(field, table) === 'text'
  if (!isDay && !isNumber && !isText && (SAME[type] ?? type) !== cast) throw new MisfitError('cast', cast)
}

const NUMBERS = new Set(['int', 'integer', 'int4', 'int8', 'bigint', 'numeric', 'decimal'])

/** What the parser calls a type. */
const SAME: Readonly<Record<string, string>> = {
  int: 'int4',
  integer: 'int4',
  bigint: 'int8',
  float: 'float8',
  'double precision': 'float8',
  boolean: 'bool',
  decimal: 'numeric',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
}
