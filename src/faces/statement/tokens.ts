/** One word, name, literal or sign of a statement. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'sign'
  /** As it is written, quotes included. */
  readonly source: string
  /** Blanks come before it. */
  readonly isApart: boolean
}

/** The tokens of a statement of `selectOf`, which has no comments and no numbers. */
export function tokensOf(sql: string): readonly Token[] {
  return [...sql.matchAll(TOKEN)].map(({ groups }) => {
    const { blank = '', name, text, word, sign = '' } = groups ?? {}
    const isApart = blank !== ''
    if (name !== undefined) return { kind: 'name', source: name, isApart }
    if (text !== undefined) return { kind: 'text', source: text, isApart }
    return word === undefined ? { kind: 'sign', source: sign, isApart } : { kind: 'word', source: word, isApart }
  })
}

const TOKEN =
  /(?<blank>\s*)(?:(?<name>(?:U&)?"(?:[^"]|"")*")|(?<text>E?'(?:[^']|'')*')|(?<word>\w+)|(?<sign>[-+*/<>=~!@#%^&|`?]+|[(),.]))/gu

/** The name in the quotes of `sqlName`. */
export function nameOf(source: string): string {
  const name = source.slice(source.indexOf('"') + 1, -1).replaceAll('""', '"')
  return source.startsWith('U') ? name.replaceAll(/\\([0-9a-f]{4})/g, ofHex) : name
}

/** The text of a literal of `sqlLiteral`. */
export function textOf(source: string): string {
  const text = source.slice(source.indexOf("'") + 1, -1).replaceAll("''", "'")
  return source.startsWith('E') ? text.replaceAll(/\\x([0-9a-f]{2})/g, ofHex) : text
}

function ofHex(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16))
}
