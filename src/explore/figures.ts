/** A count in full, with separators: `48,213`. */
export function countWords(count: number): string {
  return COUNT.format(count)
}

/** `1 record`, `2,408 records`. */
export function recordsWords(count: number): string {
  return `${countWords(count)} ${count === 1 ? 'record' : 'records'}`
}

/** What a finished run took: `38 ms`, `1,284 ms`, from ten seconds on `12.5 s`. */
export function tookWords(milliseconds: number): string {
  return milliseconds < 10_000 ? `${countWords(Math.round(milliseconds))} ms` : secondsWords(milliseconds)
}

/** Seconds with one decimal, as they are counted while one waits: `4.2 s`. */
export function secondsWords(milliseconds: number): string {
  return `${SECONDS.format(Math.floor(milliseconds / 100) / 10)} s`
}

/** The time of day of a moment (milliseconds since 1970), in the reader's zone: `14:02`. */
export function clockWords(moment: number): string {
  return CLOCK.format(moment)
}

/** A size in decimal units, cut to what is read at a glance: `999 bytes`, `4.2 kB`, `148 MB`. */
export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${countWords(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`
  let size = bytes / 1000
  let unit = 0
  for (; size >= 1000 && unit < UNITS.length - 1; unit += 1) size /= 1000
  const cut = size < 10 ? Math.floor(size * 10) / 10 : Math.floor(size)
  return `${cut} ${UNITS[unit]}`
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

const COUNT = new Intl.NumberFormat('en')
const SECONDS = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
