import { readOutputItem } from './statement/outputName.ts'
import { phraseAt, pieceName, type Phrase } from './statement/phrase.ts'
import { readQuery, type Arm } from './statement/query.ts'
import { isName, partsOf, wordAt, type Range } from './statement/walk.ts'

/** What a statement gives, by the names in its text: what it groups by, or its only column. */
export type ShortTitle =
  | { readonly kind: 'grouped'; readonly by: readonly string[] }
  | { readonly kind: 'column'; readonly name: string }

/** In a word or two what a statement gives; null if its text has no such names. */
export function shortTitleOf(sql: string): ShortTitle | null {
  const phrase = phraseAt(`${sql}\n`, sql.length + 1)
  const [arm, ...others] = readQuery(phrase, { from: 0, to: phrase.at }).arms
  if (arm === undefined || others.length > 0 || arm.list === null) return null
  const list = partsOf(phrase, arm.list)
  const by = groupsOf(phrase, arm, list)
  if (by.length > 0) return { kind: 'grouped', by }
  const [only, ...further] = list
  const name = only && further.length === 0 ? nameOf(phrase, only) : null
  return name === null ? null : { kind: 'column', name }
}

function groupsOf(phrase: Phrase, arm: Arm, list: readonly Range[]): readonly string[] {
  const clause = arm.clauses.find(({ kind }) => kind === 'group by')
  if (clause === undefined) return []
  return partsOf(phrase, { from: clause.body, to: clause.to }).flatMap((part) => {
    const place = /^\d+$/.test(textOf(phrase, part)) ? Number(textOf(phrase, part)) : null
    const named = place === null ? part : list[place - 1]
    return (named && nameOf(phrase, named)) ?? []
  })
}

/** The name of what is selected or grouped by; null for `*` and for an expression without one. */
function nameOf(phrase: Phrase, part: Range): string | null {
  if (part.from >= part.to || wordAt(phrase, part.to - 1) === '*') return null
  const { name, expression } = readOutputItem(phrase, part, () => '?column?')
  const last = phrase.pieces[expression.to - 1]
  if (name !== '?column?') return name
  return last && isName(phrase, expression.to - 1) ? pieceName(phrase, last) : null
}

function textOf({ text, pieces }: Phrase, { from, to }: Range): string {
  return text.slice(pieces[from]?.start ?? 0, pieces[to - 1]?.end ?? 0)
}
