import { LOCALE } from './language.ts'

/** The form of a word for a count, by the rules of the language (CLDR): `plural(2, { one: 'row', other: 'rows' })`. */
export function plural(count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string {
  return forms[rules().select(count)] ?? forms.other
}

/** Made when it is first used: the locale is known by then. */
function rules(): Intl.PluralRules {
  made ??= new Intl.PluralRules(LOCALE.numbers)
  return made
}

let made: Intl.PluralRules | undefined
