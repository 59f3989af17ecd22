/** How a column writes its numbers: which sign separates the decimals, and whether a percent sign follows. */
export interface NumberForm {
  readonly decimal: '.' | ','
  /** Thousands may be separated: by the other sign, blanks or apostrophes. */
  readonly hasGroups: boolean
  readonly isPercent: boolean
}

/** The number as PostgreSQL writes it, every digit kept (`.5` is 0.5, `1e3` is 1000); null if it isn't one of this form. */
export function plainNumber(text: string, { decimal, hasGroups, isPercent }: NumberForm): string | null {
  // Every cell of a file is asked for each form, so what is usual is answered first.
  const isWord = text.charCodeAt(0) > NINE && !text.startsWith('−')
  if (isWord || text.endsWith('%') !== isPercent) return null
  if (!isPercent && (decimal === '.' ? USUAL : WHOLE).test(text)) return text
  const shape = SHAPE.exec(isPercent ? text.slice(0, -1).trimEnd() : text)
  if (shape === null) return null
  const [, sign = '', digits = '', exponent] = shape
  const places = digits.split(decimal)
  if (places.length > 2) return null
  const [written = '', fraction = ''] = places
  const whole = hasGroups ? withoutGroups(written, decimal === '.' ? ',' : '.') : written
  if (whole === null || !/^\d*$/.test(whole) || !/^\d*$/.test(fraction) || whole + fraction === '') return null
  // A leading zero makes it a code, such as that of a district.
  if (/^0\d/.test(whole)) return null
  const value = exponent === undefined ? join(whole, fraction) : shifted(whole, fraction, Number(exponent))
  return `${sign === '' ? '' : '-'}${value}`
}

const NINE = '9'.charCodeAt(0)

const USUAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const WHOLE = /^-?(?:0|[1-9]\d*)$/
/** With no-break, figure, thin and narrow blanks. */
const SHAPE = /^([-−]?)([\d.,'’ \u00a0\u2007\u2009\u202f]+)(?:[eE]([+-]?\d{1,3}))?$/

/** 1.234.567 as 1234567; the text itself without separators, null if they are not all alike and three digits apart. */
function withoutGroups(written: string, sign: '.' | ','): string | null {
  const between = /[^\d]/u.exec(written)?.[0]
  if (between === undefined) return written
  if ((between === '.' || between === ',') && between !== sign) return null
  const [first = '', ...groups] = written.split(between)
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group)) ? first + groups.join('') : null
}

function join(whole: string, fraction: string): string {
  return `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`
}

/** The number with its point moved by so many places to the right. */
function shifted(whole: string, fraction: string, places: number): string {
  const digits = whole + fraction
  const point = whole.length + places
  if (point <= 0) return join('', '0'.repeat(-point) + digits)
  if (point >= digits.length) return (digits + '0'.repeat(point - digits.length)).replace(/^0+(?=\d)/, '')
  return join(digits.slice(0, point).replace(/^0+(?=\d)/, ''), digits.slice(point))
}
