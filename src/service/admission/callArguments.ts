import { isConfigurationName } from '../sql/configurationName.ts'
import { Objection } from './objection.ts'
import { constantText, isRecord, list, nameParts, unwrap, wholeNumber, type Members } from './syntaxNode.ts'

/**
 * Refuses arguments with which an allowed function fails inside the engine: the number of a text search configuration in
 * place of its name; and with which it can't be ended: `translate` looks through all of its characters for each one of the
 * text, and polygons are compared corner by corner. `names`: the function's.
 */
export function refuseArguments(names: readonly string[], members: Members): void {
  const [first, ...others] = list(members.args)
  const name = names.at(-1) ?? ''
  const takesConfiguration =
    (configurable.has(name) && others.length > 0) || (name === 'ts_headline' && others.length > 2)
  if (takesConfiguration && !isConfiguration(first)) throw unnamedConfiguration()
  // Of three arguments, the first is a configuration or the text.
  if (name === 'ts_headline' && others.length === 2 && isNumberOfConfiguration(first)) throw unnamedConfiguration()
  if (name === 'translate' && !(constantLength(others[0]) <= MOST_TRANSLATED)) {
    throw new Objection(`Not authorized to translate more than ${MOST_TRANSLATED} characters: write them as a constant`)
  }
  if (name === 'polygon' && others.length > 0 && !(wholeNumber(first) <= MOST_CORNERS)) {
    throw new Objection(`Not authorized to make a polygon of more than ${MOST_CORNERS} corners: write their number`)
  }
}

/** Whether a cast is the name of a text search configuration: `'english'::regconfig`. No other cast to the type is safe. */
export function isConfigurationCast({ arg, typeName }: Members): boolean {
  if (!isRecord(typeName) || typeName.arrayBounds !== undefined) return false
  const parts = nameParts(typeName.names)
  const isType = parts.at(-1) === 'regconfig' && (parts.length === 1 || parts[0] === 'pg_catalog')
  return isType && isConfigurationName(constantText(arg) ?? '')
}

const configurable: ReadonlySet<string> = new Set(['to_tsvector', 'to_tsquery', 'plainto_tsquery', 'phraseto_tsquery'])

const MOST_CORNERS = 1000

/** A list of letters with all their accents has about a hundred. */
const MOST_TRANSLATED = 500

function unnamedConfiguration(): Objection {
  return new Objection(`Not authorized to compute a text search configuration: write its name, as 'english'`)
}

function isConfiguration(node: unknown): boolean {
  const [kind, members] = unwrap(node)
  if (!isRecord(members)) return false
  if (kind === 'TypeCast') return isConfigurationCast(members)
  if (kind === 'FuncCall') return nameParts(members.funcname).at(-1) === 'get_current_ts_config'
  return isConfigurationName(constantText(node) ?? '')
}

function isNumberOfConfiguration(node: unknown): boolean {
  const text = constantText(node)
  return text === null ? !Number.isNaN(wholeNumber(node)) : /^(\d+|-)$/.test(text)
}

/** The length of a string constant, which may be cast; NaN of anything else. */
function constantLength(node: unknown): number {
  const [kind, members] = unwrap(node)
  if (kind === 'TypeCast' && isRecord(members)) return constantLength(members.arg)
  return constantText(node)?.length ?? Number.NaN
}
