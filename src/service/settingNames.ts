/** The server's own settings that begin with `ROWAN_`. A new one stands here, too. */
const SETTINGS = [
  'ROWAN_CORS',
  'ROWAN_DATA',
  'ROWAN_FRAMES',
  'ROWAN_HOSTS',
  'ROWAN_PAGE',
  'ROWAN_PLACEMENT',
  'ROWAN_PRIVATE',
  'ROWAN_PROXIES',
  'ROWAN_READER_MEMORY_MB',
  'ROWAN_READER_TIMEOUT_MS',
  'ROWAN_ROWS_DEFAULT',
  'ROWAN_ROWS_MAX',
  'ROWAN_SAMPLE',
  'ROWAN_SQL',
  'ROWAN_SQL_FUNCTIONS',
  'ROWAN_SQL_PLACES',
  'ROWAN_TEMP_MB',
  'ROWAN_TIMEOUT_MS',
  'ROWAN_TOKEN',
  'ROWAN_TOKENS',
] as const

/** What builds, tests and measurements read. They may be set in the shell that starts a server. */
const TOOLS: readonly string[] = [
  'ROWAN_ASKED',
  'ROWAN_BUILT',
  'ROWAN_CHROMIUM',
  'ROWAN_CKAN',
  'ROWAN_CKAN_SITE',
  'ROWAN_E2E_PAGE',
  'ROWAN_E2E_SERVER',
  'ROWAN_FUZZ',
  'ROWAN_FUZZ_RUNS',
  'ROWAN_FUZZ_SEED',
  'ROWAN_LANGUAGE',
  'ROWAN_LONG',
  'ROWAN_PSEUDO_BUILT',
  'ROWAN_PYTHON',
  'ROWAN_WORDS_REPORT',
]

const PLACES_INSTEAD =
  'Each kind of request has places of its own now. ROWAN_SQL_PLACES says how many statements of datastore_search_sql run at once'

const REPLICA_INSTEAD =
  'Reads are answered by the database in DATABASE_URL now. To keep heavy work off it, let DATABASE_SQL_URL name a replica, which then answers datastore_search_sql'

/** What earlier versions read, and what there is in place of it. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  ['DATABASE_READ_URL', REPLICA_INSTEAD],
  ['ROWAN_REPLICA_LAG_MS', REPLICA_INSTEAD],
  ['ROWAN_SHARE_MS', PLACES_INSTEAD],
  ['ROWAN_SLOW_READS', PLACES_INSTEAD],
])

/** Refuses settings that the server doesn't read: a misspelt one would leave open what it was meant to close. Throws an `Error` for people. */
export function checkSettingNames(environment: Readonly<Record<string, string | undefined>>): void {
  const names: readonly string[] = SETTINGS
  for (const [name, held] of Object.entries(environment)) {
    if (!held?.trim()) continue
    const instead = REMOVED.get(name)
    if (instead !== undefined) throw new Error(`${name} is not a setting any more. ${instead}`)
    if (!name.startsWith('ROWAN_') || names.includes(name) || TOOLS.includes(name)) continue
    const [nearest] = names.toSorted((one, other) => distance(name, one) - distance(name, other))
    throw new Error(
      `${name} is not a setting of this server, so it would do nothing. Did you mean ${nearest}? Otherwise unset it`,
    )
  }
}

/** How many letters have to be put in, taken out or replaced to make one name of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1]
    for (const [place, expected] of Array.from(other).entries()) {
      const replaced = (row[place] ?? 0) + (letter === expected ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
