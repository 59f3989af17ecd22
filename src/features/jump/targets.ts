/** The kinds of places to jump to, in the order of the list. */
export const KINDS = ['tables', 'fields', 'kept', 'recent', 'commands'] as const
export type Kind = (typeof KINDS)[number]

/** A place to jump to. */
export interface Target {
  readonly id: string
  readonly title: string
  /** Where it belongs, shown quietly behind the title; not searched, as all of them may belong to one place. */
  readonly where: string
  /** More text to search, not shown. */
  readonly keywords?: string | undefined
}

/** Targets of each kind, ready to be searched. */
export type TargetIndex<T extends Target> = { readonly [K in Kind]: readonly Indexed<T>[] }

interface Indexed<T> {
  readonly target: T
  readonly title: string
  readonly all: string
}

/** A stretch of a title that matches, [start, end). */
export type Mark = readonly [start: number, end: number]

/** The targets of a kind that were found: the best ones, and how many match in all. */
export interface Section<T extends Target> {
  readonly kind: Kind
  /** The place of its first target in the whole list. */
  readonly start: number
  readonly found: readonly { readonly target: T; readonly marks: readonly Mark[] }[]
  readonly matching: number
  readonly total: number
}

/** Makes the texts that are searched once, so that each key costs one pass over them. */
export function indexTargets<T extends Target>(targets: { readonly [K in Kind]: readonly T[] }): TargetIndex<T> {
  const indexed = (list: readonly T[]) =>
    list.map((target) => {
      const title = target.title.toLowerCase()
      return { target, title, all: `${title} ${target.keywords ?? ''}`.toLowerCase() }
    })
  return {
    tables: indexed(targets.tables),
    fields: indexed(targets.fields),
    kept: indexed(targets.kept),
    recent: indexed(targets.recent),
    commands: indexed(targets.commands),
  }
}

/**
 * What every word of the text is found in, kind by kind; kinds with nothing are left out. Titles that begin with the text
 * come first, then those in which a word does, then the others, each in the order given. `#` before the text looks for
 * fields only, `>` for commands only.
 */
export function findTargets<T extends Target>(index: TargetIndex<T>, text: string): readonly Section<T>[] {
  const only = ONLY[text.trimStart().charAt(0)]
  const wanted = (only === undefined ? text : text.trimStart().slice(1)).trim().toLowerCase()
  const words = wanted === '' ? [] : wanted.split(/\s+/)
  let start = 0
  return (only === undefined ? KINDS : [only]).flatMap((kind) => {
    const most = only === undefined ? MOST[kind] : MOST_ALONE
    const section = { ...searched(kind, index[kind], wanted, words, most), start }
    start += section.found.length
    return section.matching === 0 ? [] : [section]
  })
}

const ONLY: Readonly<Record<string, Kind>> = { '#': 'fields', '>': 'commands' }

/** All of them together are seen at a glance. */
const MOST: Readonly<Record<Kind, number>> = { tables: 6, fields: 5, kept: 5, recent: 4, commands: 8 }

const MOST_ALONE = 100

function searched<T extends Target>(
  kind: Kind,
  list: readonly Indexed<T>[],
  wanted: string,
  words: readonly string[],
  most: number,
): Omit<Section<T>, 'start'> {
  // By rank; no more of each than are shown, however many match.
  const ranks: T[][] = [[], [], [], []]
  let matching = 0
  for (const { target, title, all } of list) {
    if (!words.every((word) => all.includes(word))) continue
    matching += 1
    const rank = ranks[rankOf(title, wanted, words)]
    if (rank !== undefined && rank.length < most) rank.push(target)
  }
  const best = ranks.flat().slice(0, most)
  return {
    kind,
    found: best.map((target) => ({ target, marks: marksIn(target.title, words) })),
    matching,
    total: list.length,
  }
}

function rankOf(title: string, wanted: string, words: readonly string[]): number {
  if (title.startsWith(wanted)) return 0
  if (words.every((word) => beginsAWord(title, word))) return 1
  return words.every((word) => title.includes(word)) ? 2 : 3
}

function beginsAWord(title: string, word: string): boolean {
  for (let at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(title.charAt(at - 1))) return true
  }
  return false
}

/** Where the words stand in a title, in order and without overlaps; none if lower case has another length. */
function marksIn(title: string, words: readonly string[]): readonly Mark[] {
  const lower = title.toLowerCase()
  if (lower.length !== title.length) return []
  const marks = words
    .flatMap((word): Mark[] => {
      const at = lower.indexOf(word)
      return at < 0 ? [] : [[at, at + word.length]]
    })
    .toSorted(([a], [b]) => a - b)
  return marks.filter(([start], at) => marks.slice(0, at).every(([, end]) => start >= end))
}
