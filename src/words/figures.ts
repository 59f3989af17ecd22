import { figureWords } from './en/figures.ts'
import { LOCALE } from './language.ts'

/** A count in full, with separators: `48,213`. */
export function countWords(count: number): string {
  return countFormat().format(count)
}

/** A number by its digits, those before the point in groups: `12,480.50`. Other texts as they are. */
export function digitsWords(text: string): string {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d{1,40})(\.\d+)?$/.exec(text) ?? []
  if (whole === undefined) return text
  const grouped = whole.length < 16 ? countWords(Number(whole)) : BigInt(whole).toLocaleString(LOCALE.numbers)
  return `${sign}${grouped}${fraction}`
}

/** A measured number with one decimal and separators: `3,114.7`. */
export function tenthsWords(number: number): string {
  return tenthsFormat().format(number)
}

/** `1 record`, `2,408 records`. */
export function recordsWords(count: number): string {
  return figureWords.records(count, countWords(count))
}

/** What a finished run took: `38 ms`, `1,284 ms`, from ten seconds on `12.5 s`. */
export function tookWords(milliseconds: number): string {
  return milliseconds < 10_000
    ? figureWords.milliseconds(countWords(Math.round(milliseconds)))
    : secondsWords(milliseconds)
}

/** Seconds with one decimal, as they are counted while one waits: `4.2 s`. */
export function secondsWords(milliseconds: number): string {
  return figureWords.seconds(tenthsFormat().format(Math.floor(milliseconds / 100) / 10))
}

/** The time of day of a moment (milliseconds since 1970), in the reader's zone: `14:02`. */
export function clockWords(moment: number): string {
  return clockFormat().format(moment)
}

/** A moment (milliseconds since 1970) with its day, in the reader's zone: `22 Nov 2026, 09:41`. */
export function momentWords(moment: number): string {
  day ??= new Intl.DateTimeFormat(LOCALE.times, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
  return day.format(moment)
}

/** The day of a moment (milliseconds since 1970), in the reader's zone: `22 Nov 2026`. */
export function dayWords(moment: number): string {
  onlyDay ??= new Intl.DateTimeFormat(LOCALE.times, { day: 'numeric', month: 'short', year: 'numeric' })
  return onlyDay.format(moment)
}

/** How long something takes: `40 s`, `2 min 50 s`, `3 h 5 min`. */
export function durationWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  if (seconds < 60) return figureWords.seconds(countWords(seconds))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return figureWords.minutes(countWords(minutes), countWords(seconds % 60))
  return figureWords.hours(countWords(Math.floor(minutes / 60)), countWords(minutes % 60))
}

/** A size in decimal units, cut to what is read at a glance: `999 bytes`, `4.2 kB`, `148 MB`. */
export function bytesWords(bytes: number): string {
  if (bytes < 1000) return figureWords.bytes(bytes, countWords(bytes))
  let size = bytes / 1000
  let unit = 0
  for (; size >= 1000 && unit < UNITS.length - 1; unit += 1) size /= 1000
  const cut = size < 10 ? Math.floor(size * 10) / 10 : Math.floor(size)
  return figureWords[UNITS[unit] ?? 'terabytes'](String(cut))
}

const UNITS = ['kilobytes', 'megabytes', 'gigabytes', 'terabytes'] as const

// Each is made when it is first used: the locale is known by then, and each takes milliseconds to make.

function countFormat(): Intl.NumberFormat {
  count ??= new Intl.NumberFormat(LOCALE.numbers)
  return count
}

function tenthsFormat(): Intl.NumberFormat {
  tenths ??= new Intl.NumberFormat(LOCALE.numbers, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return tenths
}

function clockFormat(): Intl.DateTimeFormat {
  clock ??= new Intl.DateTimeFormat(LOCALE.times, { hour: '2-digit', minute: '2-digit' })
  return clock
}

let count: Intl.NumberFormat | undefined
let tenths: Intl.NumberFormat | undefined
let day: Intl.DateTimeFormat | undefined
let onlyDay: Intl.DateTimeFormat | undefined
let clock: Intl.DateTimeFormat | undefined
