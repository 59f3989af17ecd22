import type { StoreFault } from '../../protocol/problem.ts'

/** What is wrong with a data folder that can't be opened, and what PostgreSQL said of it, if anything that tells. */
export function folderFault(said: readonly string[], error: unknown): { fault: StoreFault; told: string | null } {
  const told = toldOf(said)
  return { fault: causeOf(said, wordsOf(error)).fault, told: told === '' ? null : told }
}

/** Words for people about a data folder that can't be opened: what is wrong, what PostgreSQL said, and what to do. */
export function folderProblem(folder: string, said: readonly string[], error: unknown): string {
  const failure = wordsOf(error)
  const { what, way } = causeOf(said, failure)
  const told = toldOf(said)
  const reason = told === '' ? `The reason: ${failure}` : `PostgreSQL says: ${told}`
  return `${folder}: ${what} Rowan has removed nothing. ${way}\n${reason}`
}

function causeOf(said: readonly string[], failure: string): Cause {
  return CAUSES.find(({ sign }) => sign.test([...said, failure].join('\n'))) ?? UNKNOWN
}

function toldOf(said: readonly string[]): string {
  const lines = said.filter((line) => TELLING.test(line)).map((line) => line.replace(/^.*? \[\d+\] /, ''))
  return lines.join('; ')
}

/** PGlite's file system throws bare numbers (WASI's), not errors. */
function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const number: unknown = typeof error === 'object' && error ? Reflect.get(error, 'errno') : null
  return typeof number === 'number' ? (ERRNO.get(number) ?? `error ${number} of the file system`) : String(error)
}

const ERRNO: ReadonlyMap<number, string> = new Map([
  [2, 'EACCES'],
  [19, 'EDQUOT'],
  [22, 'EFBIG'],
  [51, 'ENOSPC'],
  [63, 'EPERM'],
  [69, 'EROFS'],
])

/** Lines of PostgreSQL that say why it ends, and not what it does on the way. */
const TELLING = /PANIC:|FATAL:|DETAIL:|^postgres: /

const RESTORE =
  'Restore the whole folder from a backup; or, to start over, move it away or choose another one (ROWAN_DATA).'

interface Cause {
  readonly fault: StoreFault
  readonly what: string
  readonly way: string
}

const CAUSES: readonly (Cause & { readonly sign: RegExp })[] = [
  {
    fault: 'noRoom',
    sign: /No space left on device|Disk quota exceeded|File too large|ENOSPC|EDQUOT|EFBIG/i,
    what: 'the disk is full, and the database needs some room to open.',
    way: 'Make room on this disk (100 MB will do) and start again.',
  },
  {
    fault: 'notAllowed',
    sign: /Permission denied|EACCES|EPERM|Operation not permitted|Read-only file system|EROFS/i,
    what: 'this user may not read and write all files in it.',
    way: 'Start Rowan as the user who owns the folder, or give it to this user (chown -R), and see that it is not on a read-only file system.',
  },
  {
    fault: 'controlFile',
    sign: /could not open file "global\/pg_control": No such file/,
    what: "the database's control file (global/pg_control) is missing; the folder was copied or removed in part.",
    way: RESTORE,
  },
  {
    fault: 'controlFile',
    sign: /pg_control|control file|PG_CONTROL_VERSION|database files are incompatible/,
    what: "the database's control file (global/pg_control) is cut short or damaged.",
    way: RESTORE,
  },
  {
    fault: 'logOfChanges',
    sign: /WAL directory|valid checkpoint record|invalid checkpoint|WAL segment|could not find redo location/,
    what: 'its log of changes (pg_wal) is missing or damaged, and without it nobody knows which changes are complete.',
    way: RESTORE,
  },
  {
    fault: 'settingsFile',
    sign: /configuration file|postgresql\.conf/,
    what: 'the settings of its PostgreSQL (postgresql.conf) are missing or not readable.',
    way: `Put back the file as it was. ${RESTORE}`,
  },
  {
    fault: 'missingFiles',
    sign: /No such file or directory|does not exist|is missing|could not load/,
    what: 'files of the database are missing; the folder was copied or removed in part.',
    way: RESTORE,
  },
]

const UNKNOWN: Cause = {
  fault: 'notKnown',
  what: 'the database in it could not be opened; it may be damaged.',
  way: RESTORE,
}
