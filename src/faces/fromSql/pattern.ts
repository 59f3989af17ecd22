/** What a pattern of LIKE looks for, if one operator can say it: where, and which characters; null otherwise. */
export function patternMeans(pattern: string): { readonly op: PatternOperator; readonly text: string } | null {
  const signs = pattern.match(/\\.|[^\\]/gsu) ?? []
  if (signs.join('') !== pattern) return null
  const startsOpen = signs[0] === '%'
  const endsOpen = signs.length > 1 && signs.at(-1) === '%'
  const inside = signs.slice(startsOpen ? 1 : 0, endsOpen ? -1 : undefined)
  if (inside.some((sign) => sign === '%' || sign === '_')) return null
  const text = inside.map((sign) => (sign.length > 1 && sign.startsWith('\\') ? sign.slice(1) : sign)).join('')
  // `%` alone is any text, as `starts with` nothing.
  if (startsOpen && signs.length === 1) return { op: 'startsWith', text: '' }
  if (startsOpen) return { op: endsOpen ? 'contains' : 'endsWith', text }
  return endsOpen ? { op: 'startsWith', text } : null
}

export type PatternOperator = 'contains' | 'startsWith' | 'endsWith'

/** Whether upper and lower case make no difference in a text. */
export function hasNoCase(text: string): boolean {
  return text.toLowerCase() === text.toUpperCase()
}
