import { isolatedIn } from './isolated.ts'

/** A sentence, one made from parameters, or a group of such. */
export type Message = string | ((...parameters: never[]) => string | readonly RichPart[]) | Messages
export interface Messages {
  readonly [name: string]: Message
}

/** A piece of a sentence that is more than plain text: set in bold or in the face of code. */
export type RichPart = string | { readonly bold: string } | { readonly code: string }

/** A language: gives the words of a feature for the English ones, in the same shape. What it leaves out stays English. */
export type Translate = (feature: string, english: Messages) => Messages

/** The words of a feature in another language, as `Translation<typeof filterWords>`. */
export type Translation<English> = {
  readonly [Name in keyof English]?: English[Name] extends (...parameters: infer Parameters) => infer Said
    ? (...parameters: Parameters) => Said extends string ? string : readonly RichPart[]
    : English[Name] extends string
      ? string
      : Translation<English[Name]>
}

/**
 * The words of one feature in the language of the page; they begin as the English ones given here and are exchanged, in
 * place, by `speak`. Read them where they are shown, never into a constant of a module, which would keep the English ones.
 * Names and values given to a sentence never turn its other words round (`isolated.ts`), but in words `for files`.
 */
export function catalogue<Words extends Messages>(feature: string, english: Words, use?: 'for files'): Words {
  const words = { ...english }
  const isForFiles = use === 'for files'
  features.set(feature, { english, words, isForFiles })
  Object.assign(words, translated(english, translate?.(feature, english) ?? {}, isForFiles))
  return words
}

/** Exchanges all words, those of features that are loaded later included. */
export function speak(language: Translate): void {
  translate = language
  for (const [feature, { english, words, isForFiles }] of features)
    Object.assign(words, translated(english, language(feature, english), isForFiles))
}

function translated(english: Messages, words: Messages, isForFiles: boolean): Messages {
  return Object.fromEntries(
    Object.entries(english).map(([name, message]) => {
      const word = words[name]
      if (typeof message === 'object')
        return [name, translated(message, typeof word === 'object' ? word : {}, isForFiles)]
      const said = word ?? message
      return [name, typeof said === 'function' && !isForFiles ? withIsolated(said) : said]
    }),
  )
}

function withIsolated(sentence: Extract<Message, (...parameters: never[]) => unknown>): Message {
  return (...parameters) => sentence(...isolatedIn(parameters))
}

const features = new Map<string, Entry>()
let translate: Translate | null = null

interface Entry {
  readonly english: Messages
  readonly words: object
  readonly isForFiles: boolean
}
