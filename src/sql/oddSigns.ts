/** A sign that looks like another one, outside quotes and comments, where PostgreSQL takes it for a part of a name. */
export interface OddSign {
  readonly kind: 'noBreakSpace' | 'otherSpace' | 'invisible' | 'curlyQuote'
  readonly sign: string
  /** As an offset. */
  readonly place: number
  /** What is meant: a blank, a straight quote, or nothing for what can't be seen. */
  readonly plain: string
}

/** The odd signs of a statement, in order. */
export function oddSigns(sql: string): readonly OddSign[] {
  return [...withoutTexts(sql).matchAll(ODD)].map(({ 0: sign, index: place }) => {
    const kind = kindOf(sign)
    const plain = kind === 'invisible' ? '' : kind === 'curlyQuote' ? (/[‘’‚‛]/.test(sign) ? "'" : '"') : ' '
    return { kind, sign, place, plain }
  })
}

const ODD = /[\u00a0\u202f\u2007\u2000-\u2006\u2008-\u200a\u205f\u3000\u200b-\u200f\u2060\ufeff\u00ad‘’‚‛“”„‟]/gu

function kindOf(sign: string): OddSign['kind'] {
  if (/[\u00a0\u202f\u2007]/.test(sign)) return 'noBreakSpace'
  if (/[\u200b-\u200f\u2060\ufeff\u00ad]/.test(sign)) return 'invisible'
  return /[‘’‚‛“”„‟]/.test(sign) ? 'curlyQuote' : 'otherSpace'
}

/** The statement with texts, quoted names and comments blanked out, offsets kept. */
function withoutTexts(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
    ' '.repeat(found.length),
  )
}
