interface Searchable {
  readonly title: string
  readonly detail?: string | undefined
  readonly keywords?: string | undefined
}

/**
 * The options that have every word of `text`, ignoring case, in their title, detail or keywords. Those whose title starts
 * with the text come first; otherwise the order stays.
 */
export function matchOptions<T extends Searchable>(options: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return options
  const words = wanted.split(/\s+/)
  const first: T[] = []
  const others: T[] = []
  for (const option of options) {
    const title = option.title.toLowerCase()
    const all = `${title} ${option.detail ?? ''} ${option.keywords ?? ''}`.toLowerCase()
    if (words.every((word) => all.includes(word))) (title.startsWith(wanted) ? first : others).push(option)
  }
  return [...first, ...others]
}
