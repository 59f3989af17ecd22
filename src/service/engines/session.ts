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
`

/** The statement that applies settings until the transaction ends. */
export function localSettings(settings: Readonly<Record<string, string>>): string {
  const set = Object.entries(settings).map(
    ([name, held]) => `set_config('${name}', '${held.replaceAll("'", "''")}', true)`,
  )
  return set.length === 0 ? '' : `select ${set.join(', ')}`
}
