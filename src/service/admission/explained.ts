import { notAdmitted, Objection } from './objection.ts'
import { isRecord, list, text, unwrap } from './syntaxNode.ts'

/** An EXPLAIN that may stand before an admitted statement. */
export interface Explained {
  /** It in this program's own words: what runs is what was admitted. */
  readonly opening: string
  /** Where its options begin, in bytes of the text. They hold no bracket but the one that ends them. */
  readonly optionsAt: number
}

/** Reads what stands around the statement in an `ExplainStmt`; throws an `Objection` to any option that is not on the list. */
export function readExplain(members: unknown): Explained {
  const options = list(isRecord(members) ? members.options : undefined).map(readOption)
  // It is what the answer is made for, and without it nothing says where the statement begins.
  const [first] = options
  if (first === undefined || !options.some(({ name }) => name === 'format')) throw withoutFormat()
  return { opening: `EXPLAIN (${options.map(({ written }) => written).join(', ')})`, optionsAt: first.location }
}

/** What may stand between the first option and the bracket after the last, without comments, which may hold brackets. */
export const PLAIN_OPTIONS = /[\w\s,'"]*\)/y

interface Option {
  readonly name: string
  readonly written: string
  readonly location: number
}

function readOption(node: unknown): Option {
  const [kind, members] = unwrap(node)
  if (kind !== 'DefElem' || !isRecord(members)) throw notAdmitted(kind)
  const name = text(members.defname)
  const held = members.arg === undefined ? 'true' : constant(members.arg)
  const location = typeof members.location === 'number' ? members.location : 0
  return { name, written: `${name} ${admittedValue(name, held)}`, location }
}

/** The values that PostgreSQL takes for yes and no, by what is written here. */
const VALUES: ReadonlyMap<string, 'on' | 'off'> = new Map([
  ...(['true', 'on', '1'] as const).map((word) => [word, 'on'] as const),
  ...(['false', 'off', '0'] as const).map((word) => [word, 'off'] as const),
])

const FREE: ReadonlySet<string> = new Set(['analyze', 'costs', 'timing', 'buffers', 'summary'])

function admittedValue(name: string, held: string): string {
  if (name === 'format') {
    if (held !== 'json') throw withoutFormat()
    return 'json'
  }
  const value = VALUES.get(held.toLowerCase())
  // What VERBOSE adds are the names of schemas and of the server's own functions.
  if (!FREE.has(name) && !(name === 'verbose' && value === 'off'))
    throw new Objection(`Not authorized to use the option ${name.toUpperCase()} of EXPLAIN`)
  if (value === undefined) throw new Objection(`${name} requires a Boolean value`, 'SyntaxError')
  return value
}

function withoutFormat(): Objection {
  return new Objection('EXPLAIN is answered as JSON only: write EXPLAIN (FORMAT JSON)', 'FeatureNotSupported')
}

/** A word or a whole number; the parser leaves out the digits of 0, and an empty word is none. */
function constant(node: unknown): string {
  const [kind, members] = unwrap(node)
  if (!isRecord(members)) throw notAdmitted(kind)
  if (kind === 'String') return typeof members.sval === 'string' ? members.sval : ''
  return kind === 'Integer' ? String(typeof members.ival === 'number' ? members.ival : 0) : kind
}
