import { catalogue } from '../../catalogue.ts'

/** How the values of a column are shown. */
export const formatWords = catalogue('formats', {
  /** Beside the type of a column, as it is spoken. */
  shownAs: (example: string) => `shown as ${example}`,
  /** In the title of its header. */
  told: (example: string) => `Shown as ${example}. What can’t be read so stays as sent, and copies stay exact.`,
  menu: (column: string) => `Show ${column} as`,
  asSent: 'As sent, as copies always are',
  thousands: (example: string) => `With thousands: ${example}`,
  percent: (example: string) => `In percent: ${example}`,
  allDecimals: 'All decimals',
  decimals: (example: string) => `Rounded: ${example}`,
  numbers: (example: string) => `Numbers written ${example}`,
  dayFirst: (example: string) => `Dates written ${example}, day first`,
  monthFirst: (example: string) => `Dates written ${example}, month first`,
})
