import { catalogue } from '../catalogue.ts'
import { plural } from '../plural.ts'

/** Counts and measures; `figure` is the number as it is written. */
export const figureWords = catalogue('figures', {
  records: (count: number, figure: string) => `${figure} ${plural(count, { one: 'record', other: 'records' })}`,
  bytes: (count: number, figure: string) => `${figure} ${plural(count, { one: 'byte', other: 'bytes' })}`,
  milliseconds: (figure: string) => `${figure} ms`,
  seconds: (figure: string) => `${figure} s`,
  minutes: (minutes: string, seconds: string) => (seconds === '0' ? `${minutes} min` : `${minutes} min ${seconds} s`),
  hours: (hours: string, minutes: string) => (minutes === '0' ? `${hours} h` : `${hours} h ${minutes} min`),
  kilobytes: (figure: string) => `${figure} kB`,
  megabytes: (figure: string) => `${figure} MB`,
  gigabytes: (figure: string) => `${figure} GB`,
  terabytes: (figure: string) => `${figure} TB`,
})
