/** What a value looks like that may be personal data. */
export type PersonalKind =
  | 'mail'
  | 'phone'
  | 'iban'
  | 'card'
  | 'spanishId'
  | 'frenchNir'
  | 'germanTaxId'
  | 'nhsNumber'
  | 'coordinates'

/** How such values are told from others, and when a column of them is named. */
export interface PersonalRules {
  /** Whether the text, without blanks around it, is such a value; `name` is the column's, in small letters. */
  readonly isOne: (text: string, name: string) => boolean
  /** The least share of the values that must be such, and the least number: a checksum fits by chance now and then. */
  readonly share: number
  readonly least: number
}

/** All kinds; of several that fit a column, the first is named. */
export const PERSONAL_KINDS: Readonly<Record<PersonalKind, PersonalRules>> = {
  mail: { isOne: hasMail, share: 0, least: 1 },
  iban: { isOne: isIban, share: 0, least: 1 },
  spanishId: { isOne: isSpanishId, share: 0.6, least: 3 },
  frenchNir: { isOne: isFrenchNir, share: 0.6, least: 2 },
  card: { isOne: isCard, share: 0.7, least: 3 },
  germanTaxId: { isOne: isGermanTaxId, share: 0.8, least: 5 },
  nhsNumber: { isOne: isNhsNumber, share: 0.8, least: 5 },
  phone: { isOne: isPhone, share: 0.5, least: 2 },
  coordinates: { isOne: isPrecise, share: 0.6, least: 1 },
}

/** Also in the midst of a text, as in remarks. */
function hasMail(text: string): boolean {
  return text.includes('@') && /(?:^|[\s<("',;:])[\w.+-]{1,64}@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/u.test(text)
}

function isPhone(text: string, name: string): boolean {
  if (!/^[+(\d][\d\s().\-/]{6,}$/.test(text)) return false
  const digits = text.replaceAll(/\D/g, '').length
  if (digits < 7 || digits > 15) return false
  if (/^\+\d/.test(text)) return digits >= 8
  if (PHONE_NAME.test(name)) return true
  // A day, an interval of years, an address in a network: written with signs between digits, too.
  if (/^(?:1[5-9]|20)\d\d[-./]\d|^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|^\d+(?:\.\d+)+$/.test(text)) return false
  return digits >= 9 && (/^00[1-9]/.test(text) || /^\(?0\d+\)?[\s\-/]/.test(text))
}

const PHONE_NAME =
  /(?:^|[^a-z])(?:tele?(?:fon|phone|f|foon)?|phone|mobile?|handy|m[oó]vil|portable|cell|fax)(?:[^a-z]|$)/

function isIban(text: string): boolean {
  const bare = text.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(bare)) return false
  const length = IBAN_LENGTHS[bare.slice(0, 2)]
  if (length !== bare.length) return false
  const turned = bare.slice(4) + bare.slice(0, 4)
  return (
    remainder(
      turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)),
      97,
    ) === 1
  )
}

/** Of the countries that take part in SEPA. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  'AD24 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 SM27 VA22'
    .split(' ')
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
)

/** A number of the lengths and beginnings that the large issuers use, with Luhn's checksum. */
function isCard(text: string): boolean {
  if (!/^\d{4}[ -]?\d{4,6}[ -]?\d{4,5}(?:[ -]?\d{1,4})?$/.test(text)) return false
  const digits = text.replaceAll(/\D/g, '')
  return CARD.test(digits) && luhn(digits)
}

const CARD = /^(?:4\d{15}|4\d{18}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6(?:011|5\d\d)\d{12})$/

function luhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0 && !/^(\d)\1+$/.test(digits)
}

/** DNI and NIE: the letter at the end is the number's remainder. */
function isSpanishId(text: string): boolean {
  const [, start = '', digits = '', letter = ''] = /^([XYZ]?)-?(\d{7,8})[- ]?([A-Z])$/i.exec(text) ?? []
  if (digits.length !== (start === '' ? 8 : 7)) return false
  const number = Number(`${start === '' ? '' : 'XYZ'.indexOf(start.toUpperCase())}${digits}`)
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === letter.toUpperCase()
}

/** The number of the French social insurance, with its key. */
function isFrenchNir(text: string): boolean {
  const bare = text.replaceAll(' ', '').toUpperCase()
  if (!/^[1-478]\d{2}(?:0[1-9]|1[0-2]|[2-9]\d)(?:\d{2}|2[AB])\d{8}$/.test(bare)) return false
  const number = bare.slice(0, 13).replace('2A', '19').replace('2B', '18')
  return 97 - remainder(number, 97) === Number(bare.slice(13))
}

/** ISO 7064, and one digit of the first ten twice or three times, as the tax office gives them. */
function isGermanTaxId(text: string): boolean {
  const digits = /^\d{2} ?\d{3} ?\d{3} ?\d{3}$/.test(text) ? text.replaceAll(' ', '') : ''
  if (digits.length !== 11 || digits.startsWith('0')) return false
  const first = digits.slice(0, 10)
  const distinct = new Set(first).size
  if (distinct !== 9 && distinct !== 8) return false
  let product = 10
  for (const digit of first) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(digits[10])
}

/** ISBN-10 has the same checksum: what is named so is none. */
function isNhsNumber(text: string, name: string): boolean {
  if (!/^\d{3}[ -]?\d{3}[ -]?\d{4}$/.test(text) || /isbn/.test(name)) return false
  const digits = text.replaceAll(/\D/g, '')
  let sum = 0
  for (let at = 0; at < 9; at += 1) sum += Number(digits[at]) * (10 - at)
  return (11 - (sum % 11)) % 11 === Number(digits[9]) && !/^(\d)\1+$/.test(digits)
}

/** Degrees with five decimals or more: a place to about a metre. */
function isPrecise(text: string, name: string): boolean {
  if (/^(?:SRID=\d+;)?POINT ?\(-?\d+\.\d{5,} -?\d+\.\d{5,}\)$/i.test(text)) return true
  const [, first, second] = /^(-?\d{1,3}\.\d{5,})(?:[,; ]+(-?\d{1,3}\.\d{5,}))?$/.exec(text) ?? []
  if (first === undefined) return false
  if (second !== undefined) return Math.abs(Number(first)) <= 180 && Math.abs(Number(second)) <= 180
  return COORDINATE_NAME.test(name) && Math.abs(Number(first)) <= 180
}

const COORDINATE_NAME =
  /(?:^|[^a-z])(?:lat|latitude?|latitud|breite(?:ngrad)?|lon|lng|long|longitude?|longitud|l[äa]nge(?:ngrad)?)(?:[^a-z]|$)/

/** Of a number of any length. */
function remainder(digits: string, by: number): number {
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % by
  return rest
}
