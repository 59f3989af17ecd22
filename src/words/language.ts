import { speak, type Translate } from './catalogue.ts'

/** The language that the page was built for (`ROWAN_LANGUAGE`, a folder of `src/words`). */
declare const PAGE_LANGUAGE: string

/** Whether the page speaks English, whose words are in the program: then there is nothing to load. */
export const isInProgram = PAGE_LANGUAGE === 'en'

/** Loads the words of the page's language. */
export async function loadLanguage(): Promise<void> {
  if (PAGE_LANGUAGE === 'en') return
  const folders = import.meta.glob<{ readonly translate: Translate; readonly locale: typeof LOCALE }>([
    './*/language.ts',
  ])
  const load = folders[`./${PAGE_LANGUAGE}/language.ts`]
  if (load === undefined) throw new Error(`src/words has no folder ${PAGE_LANGUAGE} with a language.ts`)
  const { translate, locale } = await load()
  speak(translate)
  Object.assign(LOCALE, locale)
  document.documentElement.lang = locale.numbers
}

/** By what numbers and times are written, and words put into the plural: tags of BCP 47. */
export const LOCALE = { numbers: 'en', times: 'en-GB' }
