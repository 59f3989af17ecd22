/**
 * What a typed number means, as digits: `10k` is 10000, `1,234.5` and `1.234,5` are 1234.5, `12,5` is 12.5. Null if it is no
 * number. Digits stay as they are typed, however many.
 */
export function readNumber(text: string): string | null {
  const typed = text.trim().replace(/^[−–](?=\S)/u, '-')
  if (PLAIN.test(typed)) return typed
  const [, written = '', unit] = /^(.*?\d\.?)\s*(k|m|mn|bn)$/i.exec(typed) ?? []
  if (unit !== undefined) {
    const number = readNumber(written)
    return number === null || /e|n/i.test(number) ? null : shifted(number, POWERS[unit.toLowerCase()] ?? 0)
  }
  const grouped = typed.replaceAll(/(?<=\d)[\s'’_](?=\d{3}(?!\d))/g, '')
  if (PLAIN.test(grouped)) return grouped
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(grouped)) return grouped.replaceAll(',', '')
  if (/^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(grouped)) return grouped.replaceAll('.', '').replace(',', '.')
  return /^[+-]?\d*,\d+$/.test(grouped) ? grouped.replace(',', '.') : null
}

/**
 * What a typed number may mean on a field of numbers, as PostgreSQL reads it there: one text; two where a point may stand
 * between thousands or before decimals (`1.234`), which has to be asked; none if it is no number, or no whole one where only
 * these can be compared.
 */
export function readNumbers(text: string, isWhole: boolean): readonly string[] {
  const number = readNumber(text)
  if (number === null) return []
  const isEither = /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(number) && number === text.trim().replace(/^[−–]/u, '-')
  const all = isEither ? [number, number.replace('.', '')] : [number]
  return isWhole ? [...new Set(all.flatMap((each) => wholeOf(each) ?? []))] : all
}

/** The digits of a whole number, however it is written: `1e3` and `1000.0` are 1000. Null if it is none. */
function wholeOf(number: string): string | null {
  const [, sign = '', before = '', after = '', power = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const point = before.length + Number(power)
  const digits = `${before}${after}`
  if (digits === '' || Math.abs(point) > DIGITS_MOST || /[1-9]/.test(digits.slice(Math.max(0, point)))) return null
  const whole = digits
    .slice(0, Math.max(0, point))
    .padEnd(point, '0')
    .replace(/^0+(?=\d)/, '')
  return `${sign}${whole === '' ? '0' : whole}`
}

/** More digits than any field of whole numbers has. */
const DIGITS_MOST = 40

/** As PostgreSQL reads numbers. */
const PLAIN = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|infinity|inf)$/i

const POWERS: Readonly<Record<string, number>> = { k: 3, m: 6, mn: 6, bn: 9 }

/** The number with its point so many digits further to the right. */
function shifted(number: string, places: number): string {
  const [whole = '', part = ''] = number.split('.')
  const digits = part.padEnd(places, '0')
  const rest = digits.slice(places)
  const moved = `${whole}${digits.slice(0, places)}`.replace(/^([+-]?)0+(?=\d)/, '$1')
  return `${moved}${rest === '' ? '' : `.${rest}`}`
}
