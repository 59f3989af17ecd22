import { knownOf, tableName, type CatalogueIndex } from '../completion/catalogue.ts'
import { keywordKind } from '../keywords.ts'
import { writtenName } from '../names.ts'
import { scopeAt } from '../scope.ts'
import { phraseAt, type Phrase } from '../statement/phrase.ts'
import type { Piece } from '../statement/piece.ts'

/** A table by its id, or a field by its name. */
export interface NameToWrite {
  readonly kind: 'table' | 'field'
  readonly name: string
}

/** What replaces a part of a text; places in UTF-16 units, `end` exclusive. */
export interface Insertion {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly wanted: readonly string[]
}

/**
 * How a name is written into a text in place of what is selected: with quotes where it needs them, and apart from what
 * stands beside it, by a comma in a list of columns. A place inside a name or a string is moved behind it.
 */
export function insertionAt(
  text: string,
  selected: { readonly start: number; readonly end: number },
  { kind, name }: NameToWrite,
  index: CatalogueIndex,
): Insertion {
  const table = kind === 'table' ? index.tableNamed(name) : null
  const written = writtenName(table ? tableName(table) : name)
  const isPlace = selected.start === selected.end
  const first = phraseAt(text, selected.start)
  if (first.inside === 'comment') return { ...selected, text: written, wanted: [] }
  const isInside = isPlace && first.inside !== 'between'
  const start = isInside ? (first.pieces[first.at]?.end ?? selected.start) : selected.start
  const end = isPlace ? start : selected.end
  const phrase = phraseAt(`${text.slice(0, start)} ${text.slice(end)}`, start + (isInside ? 1 : 0))
  const isListed = kind === 'field' && isInList(phrase, index)
  const before = phrase.pieces[phrase.at - 1]
  const after = phrase.pieces[phrase.at + 1]
  const isNext = isListed && before !== undefined && endsOperand(phrase, before)
  const isFirst = isListed && !isNext && after !== undefined && beginsOperand(after)
  const left = text.slice(0, start)
  // A comma stands right behind what is before it.
  const blanks = isNext ? (/[ \t]*$/.exec(left)?.[0].length ?? 0) : 0
  const head = isNext ? ', ' : left === '' || /[\s(.[]$/.test(left) ? '' : ' '
  const right = text.slice(end)
  const tail = isFirst ? (/^\s/.test(right) ? ',' : ', ') : right === '' || /^[\s,);.\]]/.test(right) ? '' : ' '
  return { start: start - blanks, end, text: `${head}${written}${tail}`, wanted: [] }
}

/** Whether columns are listed there, with commas between them. */
function isInList(phrase: Phrase, index: CatalogueIndex): boolean {
  const { clause, bracket } = scopeAt(phrase, knownOf(index, new Set()))
  return bracket === null && /^(?:select|group by|order by)$/.test(clause)
}

function endsOperand(phrase: Phrase, { kind, word, start }: Piece): boolean {
  if (kind === 'word') return keywordKind(word) !== 'reserved' || /^(?:asc|desc|end|null|true|false)$/.test(word)
  if (kind === 'operator') return word === '*' && /(?:\bselect|,|\.|\bdistinct)\s*$/i.test(phrase.text.slice(0, start))
  return kind !== 'punctuation' || word === ')' || word === ']'
}

function beginsOperand({ kind, word }: Piece): boolean {
  if (kind === 'word') return keywordKind(word) === null || keywordKind(word) === 'columnName'
  return kind === 'operator' ? word === '*' : kind !== 'punctuation' || word === '('
}
