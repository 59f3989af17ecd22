import { isConfigurationName } from '../sql/configurationName.ts'
import { Objection } from './objection.ts'
import {
  constantText,
  functionName,
  isRecord,
  lastName,
  list,
  nameParts,
  unwrap,
  wholeNumber,
  type Members,
} from './syntaxNode.ts'

/**
 * Refuses arguments with which an allowed function fails inside the engine: the number of a text search configuration in
 * place of its name; and with which it can't be ended: `translate` looks through all of its characters for each one of the
 * text, polygons are compared corner by corner, lists of a hundred million are filled at once, and `ts_headline` looks
 * through the text again for each fragment.
 */
export class CallArguments {
  /** Calls and the types of casts that stand where a text search configuration is taken. */
  readonly #configurations = new Set<unknown>()

  /** Takes note of a call before its arguments; throws `Objection` at one that isn't admitted. */
  note(members: Members): void {
    const [first, ...others] = list(members.args)
    const name = lastName(members.funcname)
    const isHeadline = name === 'ts_headline'
    const takesConfiguration = (CONFIGURABLE.has(name) && others.length > 0) || (isHeadline && others.length > 1)
    if (takesConfiguration) this.#take(first)
    if (takesConfiguration && (!isHeadline || others.length > 2) && !isConfiguration(first))
      throw unnamedConfiguration()
    // Of three arguments, the first is a configuration or the text.
    if (isHeadline && others.length === 2 && isNumberOfConfiguration(first)) throw unnamedConfiguration()
    if (isHeadline && (others.length === 3 || (others.length === 2 && !isConfiguration(first)))) {
      refuseOptions(others.at(-1))
    }
    // Elsewhere, a text beside it would become a configuration.
    if (name === 'get_current_ts_config' && !this.#configurations.has(members)) throw unnamedConfiguration()
    if (name === 'translate' && !(constantLength(others[0]) <= MOST_TRANSLATED)) {
      throw new Objection(
        `Not authorized to translate more than ${MOST_TRANSLATED} characters: write them as a constant`,
      )
    }
    if (name === 'array_fill' && !(filledElements(others[0]) <= MOST_FILLED)) {
      throw new Objection(`Not authorized to fill a list of more than ${MOST_FILLED} elements: write their number`)
    }
    if (name === 'polygon' && others.length > 0 && !(wholeNumber(first) <= MOST_CORNERS)) {
      throw new Objection(`Not authorized to make a polygon of more than ${MOST_CORNERS} corners: write their number`)
    }
  }

  /** Whether a type is that of such a cast. No other cast to it is safe. */
  isConfigurationType(typeName: Members): boolean {
    return this.#configurations.has(typeName)
  }

  #take(node: unknown): void {
    const [kind, members] = unwrap(node)
    if (!isConfiguration(node) || !isRecord(members)) return
    this.#configurations.add(kind === 'TypeCast' ? members.typeName : members)
  }
}

/** Whether a cast is the name of a text search configuration: `'english'::regconfig`. */
function isConfigurationCast({ arg, typeName }: Members): boolean {
  if (!isRecord(typeName) || typeName.arrayBounds !== undefined) return false
  const parts = nameParts(typeName.names)
  const isType = parts.at(-1) === 'regconfig' && (parts.length === 1 || parts[0] === 'pg_catalog')
  return isType && isConfigurationName(constantText(arg) ?? '')
}

const CONFIGURABLE: ReadonlySet<string> = new Set(['to_tsvector', 'to_tsquery', 'plainto_tsquery', 'phraseto_tsquery'])

const MOST_CORNERS = 1000
/** Elements of a list that `array_fill` makes. */
export const MOST_FILLED = 100_000

/** A list of letters with all their accents has about a hundred. */
const MOST_TRANSLATED = 500

function unnamedConfiguration(): Objection {
  return new Objection(
    `Not authorized to compute a text search configuration: write its name as the first argument, as 'english'`,
  )
}

function isConfiguration(node: unknown): boolean {
  const [kind, members] = unwrap(node)
  if (!isRecord(members)) return false
  if (kind === 'TypeCast') return isConfigurationCast(members)
  if (kind === 'FuncCall') return functionName(node) === 'get_current_ts_config'
  return isConfigurationName(constantText(node) ?? '')
}

function isNumberOfConfiguration(node: unknown): boolean {
  const text = constantText(node)
  return text === null ? !Number.isNaN(wholeNumber(node)) : /^(\d+|-)$/.test(text)
}

/** Many fragments take the square of the text's length; the marks around each word are repeated as often. */
function refuseOptions(node: unknown): void {
  const options = node === undefined ? null : constantText(node)
  const isShort = options !== null && options.length <= LONGEST_OPTIONS
  const numbers = [...(options ?? '').matchAll(/=\s*"?\s*\+?(\d+)/g)].map(([, digits]) => Number(digits))
  if (isShort && numbers.every((number) => number <= MOST_FRAGMENTS)) return
  throw new Objection(
    `Not authorized to compute the options of ts_headline: write them as a constant of at most ${LONGEST_OPTIONS} characters, ` +
      `with numbers up to ${MOST_FRAGMENTS}`,
  )
}

const LONGEST_OPTIONS = 300
const MOST_FRAGMENTS = 100

/** How many elements a list has whose lengths are written as `ARRAY[2, 3]` or `'{2,3}'`; NaN if they aren't. */
function filledElements(lengths: unknown): number {
  const [kind, members] = unwrap(lengths)
  if (!isRecord(members)) return Number.NaN
  if (kind === 'TypeCast') return filledElements(members.arg)
  const written = /^\{([\d\s,]+)\}$/.exec(constantText(lengths) ?? '')?.[1]
  if (written !== undefined) return product(written.split(',').map(Number))
  return kind === 'A_ArrayExpr' ? product(list(members.elements).map((each) => writtenNumber(each))) : Number.NaN
}

/** A whole number, which may be cast; NaN of anything else. */
function writtenNumber(node: unknown): number {
  const [kind, members] = unwrap(node)
  return kind === 'TypeCast' && isRecord(members) ? writtenNumber(members.arg) : wholeNumber(node)
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all * each, 1)
}

/** The length of a string constant, which may be cast; NaN of anything else. */
function constantLength(node: unknown): number {
  const [kind, members] = unwrap(node)
  if (kind === 'TypeCast' && isRecord(members)) return constantLength(members.arg)
  return constantText(node)?.length ?? Number.NaN
}
