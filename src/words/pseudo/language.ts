import type { Message, Messages, RichPart, Translate } from '../catalogue.ts'

/**
 * A language for tests: every English letter gets an accent and the text grows by 40 %, so that words which no catalogue
 * holds are seen as English, and words that do not fit are seen as cut. What the data gives to a sentence stays as it is.
 */
export const translate: Translate = (_feature, english) => ofGroup(english)

/** Numbers stay as they are in English. */
export const locale = { numbers: 'en', times: 'en-GB' }

function ofGroup(group: Messages): Messages {
  return Object.fromEntries(Object.entries(group).map(([name, message]) => [name, ofMessage(message)]))
}

function ofMessage(message: Message): Message {
  if (typeof message === 'string') return pseudo(message, [])
  if (typeof message !== 'function') return ofGroup(message)
  return (...parameters: never[]) => {
    const given = textsIn(parameters)
    const made = message(...parameters)
    return typeof made === 'string' ? pseudo(made, given) : made.map((part) => ofPart(part, given))
  }
}

function ofPart(part: RichPart, given: readonly string[]): RichPart {
  if (typeof part === 'string') return pseudo(part, given)
  return 'bold' in part ? { bold: pseudo(part.bold, given) } : part
}

/** The texts among the parameters, those of their members and lists included; the longest first. */
function textsIn(parameters: readonly unknown[]): readonly string[] {
  const texts = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) add(member)
  }
  parameters.forEach(add)
  return [...texts].filter((text) => /[A-Za-z]/.test(text)).toSorted((a, b) => b.length - a.length)
}

function pseudo(text: string, given: readonly string[]): string {
  const [first, ...others] = given
  if (first === undefined) return accented(text)
  return text
    .split(first)
    .map((part) => pseudo(part, others))
    .join(first)
}

/** Letters with accents, and 40 % more of them at the end; a piece that has been through here does not grow again. */
function accented(text: string): string {
  if (!/[A-Za-z]/.test(text)) return text
  const letters = text.replaceAll(/[A-Za-z]/g, (letter) => ACCENTED.charAt(PLAIN.indexOf(letter)))
  const more = Math.max(1, Math.round((text.match(/[ -~]/g)?.length ?? 0) * 0.4))
  return `${letters}${'·éïöü'.repeat(more).slice(0, more)}`
}

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'àƀçđéƒğħïĵķĺɱñöþǫŕšţüṽŵẋýžÀƁÇĐÉƑĞĦÏĴĶĹṀÑÖÞǪŔŠŢÜṼŴẊÝŽ'
