/**
 * What every session is set to, so that PostgreSQL writes values the same way whatever the server's configuration
 * says: ISO dates read month first, the zone UTC, floats with all their digits. Relations are looked up in the data
 * schema after `pg_catalog`: a table named `text` must not hide the type `text`, and the names of the catalog's
 * relations, which all begin with `pg_`, are refused to tables and aliases.
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

/** The statement that gives settings their values until the transaction ends. */
export function localSettings(settings: Readonly<Record<string, string>>): string {
  const set = Object.entries(settings).map(
    ([name, held]) => `set_config('${name}', '${held.replaceAll("'", "''")}', true)`,
  )
  return set.length === 0 ? '' : `select ${set.join(', ')}`
}
