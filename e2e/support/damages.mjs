// What can happen to the files of a data folder, one for each kind of file, and the words that then explain it.
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const remove = (path) => rmSync(path, { recursive: true })

function eachLog(folder, damage) {
  const log = join(folder, 'pg_wal')
  for (const name of readdirSync(log)) if (/^[0-9A-F]{24}$/.test(name)) damage(join(log, name))
}

const CONTROL = 'global/pg_control) is cut short or damaged'
const LOG = 'log of changes (pg_wal) is missing or damaged'
const MISSING = 'files of the database are missing'

/** `do` damages the folder of a PGlite (which isn't running); `words` are in what the server says when it is started. */
export const damages = [
  { name: 'a missing control file', do: (f) => remove(join(f, 'global/pg_control')), words: 'pg_control) is missing' },
  { name: 'a short control file', do: (f) => truncateSync(join(f, 'global/pg_control'), 100), words: CONTROL },
  {
    name: 'a control file with a wrong bit',
    do(f) {
      const bytes = readFileSync(join(f, 'global/pg_control'))
      bytes[50] ^= 1
      writeFileSync(join(f, 'global/pg_control'), bytes)
    },
    words: CONTROL,
  },
  { name: 'a missing log', do: (f) => eachLog(f, remove), words: LOG },
  { name: 'a log cut short', do: (f) => eachLog(f, (file) => truncateSync(file, 1000)), words: LOG },
  { name: 'a missing folder of the log', do: (f) => remove(join(f, 'pg_wal')), words: LOG },
  { name: 'missing settings', do: (f) => remove(join(f, 'postgresql.conf')), words: 'postgresql.conf) are missing' },
  { name: 'broken settings', do: (f) => writeFileSync(join(f, 'postgresql.conf'), '= ='), words: 'postgresql.conf)' },
  { name: 'missing rules of access', do: (f) => remove(join(f, 'pg_hba.conf')), words: MISSING },
  { name: 'a missing state of transactions', do: (f) => remove(join(f, 'pg_xact')), words: MISSING },
  { name: 'a missing empty folder', do: (f) => remove(join(f, 'pg_notify')), words: MISSING },
  { name: 'missing files of the database', do: (f) => remove(join(f, 'base')), words: MISSING },
  { name: 'a missing list of tables', do: (f) => remove(join(f, 'base/5/1259')), words: MISSING },
  { name: 'a missing map of files', do: (f) => remove(join(f, 'global/pg_filenode.map')), words: MISSING },
  { name: 'another version', do: (f) => writeFileSync(join(f, 'PG_VERSION'), '17\n'), words: 'PostgreSQL 17' },
  { name: 'a missing version', do: (f) => remove(join(f, 'PG_VERSION')), words: 'a part is missing' },
  {
    name: 'something else in its place',
    do(f) {
      remove(f)
      mkdirSync(f)
      writeFileSync(join(f, 'notes.txt'), 'notes')
    },
    words: 'not a data folder of PostgreSQL',
  },
  {
    name: 'a file in its place',
    do(f) {
      remove(f)
      writeFileSync(f, 'notes')
    },
    words: 'is a file, not a folder',
  },
]
