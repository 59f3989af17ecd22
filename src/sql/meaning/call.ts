import { knownOf, type CatalogueIndex } from '../completion/catalogue.ts'
import { GRAMMAR_FUNCTIONS } from '../completion/grammarFunctions.ts'
import { scopeAt } from '../scope.ts'
import { phraseAt } from '../statement/phrase.ts'
import { nextAt, wordAt } from '../statement/walk.ts'

/** One way to call a function; `parameters` are places in its label, `end` exclusive. */
export interface Signature {
  readonly label: string
  readonly parameters: readonly (readonly [start: number, end: number])[]
  readonly sentence: string | null
}

/** The call whose arguments are being written, or none. */
export interface Call {
  readonly signatures: readonly Signature[]
  /** The first of them that takes as many arguments. */
  readonly active: number
  /** Which argument the cursor is in, the first 0. */
  readonly argument: number
  readonly wanted: readonly string[]
}

const NONE: Call = { signatures: [], active: 0, argument: 0, wanted: [] }

/** The function in whose brackets the cursor is. */
export function callAt(text: string, cursor: number, index: CatalogueIndex): Call {
  const phrase = phraseAt(text, cursor)
  const { brackets } = scopeAt(phrase, knownOf(index, new Set()))
  const bracket = brackets.at(-1)
  if (bracket === undefined || phrase.inside === 'comment' || wordAt(phrase, bracket) !== '(') return NONE
  const signatures = signaturesOf(wordAt(phrase, bracket - 1), index)
  if (signatures.length === 0) return NONE
  let argument = 0
  for (let at = bracket + 1; at < phrase.at; at = nextAt(phrase, at)) if (wordAt(phrase, at) === ',') argument += 1
  const active = signatures.findIndex(({ parameters }) => parameters.length > argument)
  return { signatures, active: Math.max(0, active), argument, wanted: [] }
}

function signaturesOf(name: string, { functionNamed }: CatalogueIndex): readonly Signature[] {
  const found = functionNamed(name)
  if (found)
    return found.signatures.map((each) => signatureOf(name, `(${each.arguments}) → ${each.result}`, each.sentence))
  const grammar = GRAMMAR_FUNCTIONS.find((each) => each.name === name)
  return grammar ? [signatureOf(name, grammar.signature, grammar.sentence)] : []
}

function signatureOf(name: string, signature: string, sentence: string | null): Signature {
  const inside = /^\((.*?)\) →/.exec(signature)?.[1] ?? ''
  const parameters: [number, number][] = []
  let start = name.length + 1
  for (const part of inside === '' ? [] : inside.split(', ')) {
    parameters.push([start, start + part.length])
    start += part.length + ', '.length
  }
  return { label: `${name}${signature}`, parameters, sentence }
}
