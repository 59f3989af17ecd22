import { LOCALE } from './language.ts'

/** The short name of a month, from 1: `Mar`. */
export function monthWords(month: number): string {
  names ??= new Intl.DateTimeFormat(LOCALE.times, { month: 'short', timeZone: 'UTC' })
  return names.format(Date.UTC(2000, month - 1, 15))
}

let names: Intl.DateTimeFormat | null = null
