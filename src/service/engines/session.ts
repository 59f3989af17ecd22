import type { Settings } from '../sql/sql.ts'

/**
 * Settings of every session, so that PostgreSQL writes values the same way whatever the server's configuration: ISO dates,
 * read month first; time zone UTC; floats with all digits. The data schema comes after `pg_catalog` in the search path: a
 * table named `text` must not hide the type `text`. Catalog names all begin with `pg_`, which tables and aliases may not.
 */
export const SESSION = `
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set extra_float_digits = 1;
  set bytea_output = 'hex';
  set standard_conforming_strings = on;
  set client_encoding = 'UTF8';
  set search_path = pg_catalog, datastore, pg_temp;
  set jit = off;
`

/**
 * The same settings for one transaction: a pooler such as PgBouncer may run each of a client's transactions in another
 * session, which also serves other clients.
 */
export const LOCAL_SESSION = SESSION.replaceAll('set ', 'set local ')

/** The setting that refuses a statement whose temporary files get larger (53400). Not every role may set it (42501). */
export function limitTempFiles(megabytes: number): string {
  return `set temp_file_limit = '${Math.trunc(megabytes)}MB';`
}

/** The statements that do so where every session is another, or is one of several: Citus passes on nothing but `set local`. */
export function setLocally(settings: Settings): string {
  const set = Object.entries(settings).map(
    ([name, held]) => `set local ${name} = ${held.map((each) => `'${each.replaceAll("'", "''")}'`).join(', ')};`,
  )
  return set.join(' ')
}

/** The statement that applies settings until the transaction ends. */
export function localSettings(settings: Settings): string {
  const set = Object.entries(settings).map(
    ([name, held]) => `set_config('${name}', '${held.join(', ').replaceAll("'", "''")}', true)`,
  )
  return set.length === 0 ? '' : `select ${set.join(', ')}`
}
