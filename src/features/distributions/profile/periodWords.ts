import type { JsonText } from '../../../protocol/jsonText.ts'
import { LOCALE } from '../../../words/language.ts'
import { momentOf } from '../values/moment.ts'

/** A period as it is called: `2019`, `Mar 2021`, `5 Mar 2021`, `Wednesday`. */
export function periodWords(unit: 'year' | 'month' | 'day' | 'weekday', value: JsonText): string {
  const text = value.startsWith('"') ? String(JSON.parse(value)) : value
  const number = /^\d{1,2}$/.test(text) ? Number(text) : null
  // 5 January 1970 was a Monday, which is 1.
  if (unit === 'weekday' && number !== null) return format('weekday', Date.UTC(1970, 0, 4 + number))
  if (unit === 'month' && number !== null) return format('monthOfYear', Date.UTC(1970, number - 1, 1))
  const moment = momentOf(text)
  if (moment === null) return text
  return unit === 'weekday' ? format('weekday', moment) : format(unit, moment)
}

function format(form: keyof typeof FORMS, moment: number): string {
  const era = new Date(moment).getUTCFullYear() <= 0 ? ({ era: 'short' } as const) : {}
  return new Intl.DateTimeFormat(LOCALE.times, { ...FORMS[form], ...era, timeZone: 'UTC' }).format(moment)
}

const FORMS = {
  year: { year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  monthOfYear: { month: 'long' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'long' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>
