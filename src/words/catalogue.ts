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
 */
export function catalogue<Words extends Messages>(feature: string, english: Words): Words {
  const words = { ...english }
  features.set(feature, { english, words })
  if (translate !== null) Object.assign(words, translated(english, translate(feature, english)))
  return words
}

/** Exchanges all words, those of features that are loaded later included. */
export function speak(language: Translate): void {
  translate = language
  for (const [feature, { english, words }] of features)
    Object.assign(words, translated(english, language(feature, english)))
}

function translated(english: Messages, words: Messages): Messages {
  return Object.fromEntries(
    Object.entries(english).map(([name, message]) => {
      const word = words[name]
      if (typeof message !== 'object') return [name, word ?? message]
      return [name, translated(message, typeof word === 'object' ? word : {})]
    }),
  )
}

const features = new Map<string, { readonly english: Messages; readonly words: object }>()
let translate: Translate | null = null
