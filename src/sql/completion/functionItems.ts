import type { Scope } from '../scope.ts'
import type { Phrase } from '../statement/phrase.ts'
import { wordAt } from '../statement/walk.ts'
import type { CatalogueIndex, NamedFunction } from './catalogue.ts'
import { GRAMMAR_FUNCTIONS } from './grammarFunctions.ts'
import type { Completion } from './item.ts'

/** The functions that can be called at the cursor. */
export function functionItems(phrase: Phrase, scope: Scope, index: CatalogueIndex): readonly Completion[] {
  const isSource = scope.clause === 'from' && scope.source?.kind === 'item'
  const heads = headsOf(phrase, scope, index)
  const fitting = index.functions.filter((each) => (isSource ? each.givesRows : canBeCalled(each, scope, heads)))
  const hasBracket = phrase.pieces[phrase.at + 1]?.word === '('
  const items = fitting.flatMap((each) => [
    ...(each.name === 'count' && !hasBracket ? [COUNT_ALL] : []),
    functionItem(each, hasBracket),
  ])
  return isSource || scope.clause === 'values'
    ? items
    : likeliestFirst([...GRAMMAR.map((each) => (hasBracket ? { ...each, insert: each.label } : each)), ...items])
}

const COUNT_ALL: Completion = {
  kind: 'function',
  label: 'count(*)',
  insert: 'count(*)',
  detail: '→ bigint',
  title: 'number of input rows',
}

const COMMON = 'count(*) count sum avg min max round coalesce lower upper length date_trunc to_char string_agg'.split(
  ' ',
)

function likeliestFirst(items: readonly Completion[]): readonly Completion[] {
  const common = COMMON.flatMap((name) => items.find(({ label }) => label === name) ?? [])
  return [...common, ...items.filter((item) => !common.includes(item))]
}

function functionItem({ name, signatures }: NamedFunction, hasBracket: boolean): Completion {
  const [first] = signatures
  const further = signatures.length > 1 ? ` (+${signatures.length - 1})` : ''
  const takesNothing = signatures.every((each) => each.arguments === '')
  return {
    kind: 'function',
    label: name,
    insert: hasBracket ? name : takesNothing && first?.kind !== 'window' ? `${name}()` : `${name}(`,
    detail: first ? `(${first.arguments}) → ${first.result}${further}` : null,
    title: first?.sentence ?? null,
  }
}

const GRAMMAR: readonly Completion[] = GRAMMAR_FUNCTIONS.map(({ name, signature, sentence }) => ({
  kind: 'function',
  label: name,
  insert: `${name}(`,
  detail: signature,
  title: sentence,
}))

/** Aggregates stand where groups are known, windows where results are, rows only where they can become some. */
function canBeCalled({ kind, givesRows }: NamedFunction, { clause, brackets }: Scope, heads: Heads): boolean {
  const ofResult = clause === 'select' || clause === 'order by'
  if (givesRows) return clause === 'select' && brackets.length === 0
  if (kind === 'function') return true
  if (heads.isInAggregate || heads.words.includes('filter') || heads.words.includes('group')) return false
  if (kind === 'window') return ofResult && !heads.words.includes('over')
  return ofResult || clause === 'having'
}

/** What the brackets around the cursor belong to. */
interface Heads {
  readonly words: readonly string[]
  readonly isInAggregate: boolean
}

function headsOf(phrase: Phrase, { brackets }: Scope, { functionNamed }: CatalogueIndex): Heads {
  const words = brackets.map((at) => wordAt(phrase, at - 1))
  return { words, isInAggregate: words.some((word) => (functionNamed(word)?.kind ?? 'function') !== 'function') }
}
