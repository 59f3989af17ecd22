import { allowedFunctions } from './allowedFunctions.ts'

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/**
 * The types that a statement may cast to. Missing on purpose: those whose text form is looked up in the system tables
 * (`regclass`, `regrole`, …), tables' row types, `xml` and pseudo-types but `record`, which has no text form.
 */
const types = words(`
  bool int2 int4 int8 float4 float8 numeric money oid
  text varchar bpchar char name bytea bit varbit uuid
  date time timetz timestamp timestamptz interval
  json jsonb jsonpath tsvector tsquery regconfig
  inet cidr macaddr macaddr8 point line lseg box path polygon circle
  int4range int8range numrange daterange tsrange tstzrange
  int4multirange int8multirange nummultirange datemultirange tsmultirange tstzmultirange
  record
`)

/** Functions that PostgreSQL's grammar calls for forms such as `extract(year from d)` or `d at time zone 'UTC'`. */
const functionsOfSyntax = words(`
  extract overlay position substring btrim ltrim rtrim timezone overlaps normalize is_normalized
`)

/** Functions that the grammar calls for `LIKE … ESCAPE` and `SIMILAR TO`; its tree does not tell them from written calls. */
const functionsOfPatterns = words('like_escape similar_to_escape')

/**
 * Functions off the list that take a row of any kind. PostgreSQL reads `t.f` as `f(t)` where `t` has no column `f`, so
 * that these are within reach of every table (and no others are: a row is not converted to another type by itself).
 */
export const functionsOfRows = words(`
  any_out anycompatible_out anycompatiblenonarray_out anyelement_out anynonarray_out any_value hash_record
  json_agg_strict jsonb_agg_strict pg_collation_for pg_column_compression pg_column_size pg_column_toast_chunk_id
  pg_restore_attribute_stats pg_restore_relation_stats pg_typeof record_out record_send
`)

/**
 * Fields of what allowed functions return, and of CKAN's own JSON type. None is the name of a function or a type, so
 * reading one can't call anything.
 */
export const knownFields = words('extra key lexeme ordinality positions value weights')

/** Functions in FROM whose one column takes the name of the alias: `generate_series(1, 3) AS g` has `g.g`. */
export const functionsWithUnnamedColumn = words(`
  generate_series json_object_keys regexp_matches regexp_split_to_table unnest
`)

/** What the grammar has for the time of day; its siblings (`current_user`, …) tell about the server. */
const systemTimes = words('current_date current_time current_timestamp localtime localtimestamp')

/** `names`: the name's parts as PostgreSQL reads them (folded to lower case unless quoted); only `pg_catalog` may qualify. */
function withoutSystemSchema(names: readonly string[]): string | undefined {
  const [first, second] = names
  if (names.length === 1) return first
  return names.length === 2 && first === 'pg_catalog' ? second : undefined
}

/** Whether a statement may call this function; `isSyntax`: called by a form of the grammar, not by its name. */
export function isAllowedFunction(names: readonly string[], isSyntax: boolean): boolean {
  const name = withoutSystemSchema(names)
  if (name === undefined) return false
  if (allowedFunctions.has(name)) return true
  return names.length === 2 && (functionsOfPatterns.has(name) || (isSyntax && functionsOfSyntax.has(name)))
}

/** Whether a statement may name this type; arrays also by their own name (`_int4`). */
export function isAllowedType(names: readonly string[]): boolean {
  const name = withoutSystemSchema(names)
  return name !== undefined && types.has(name.replace(/^_/, ''))
}

/** Whether an operator or collation is named without a schema, or as PostgreSQL's own. */
export function isUnqualified(names: readonly string[]): boolean {
  return withoutSystemSchema(names) !== undefined
}

/** Whether `(x).name` can do no harm, whatever `x` is: as a column, a function call, or a cast to the type `name`. */
export function isHarmlessField(name: string): boolean {
  return allowedFunctions.has(name) || types.has(name) || knownFields.has(name)
}

/** The name behind the parser's `SVFOP_CURRENT_TIME_N`. */
export function systemValueName(operation: string): string {
  return operation
    .replace(/^SVFOP_/, '')
    .replace(/_N$/, '')
    .toLowerCase()
}

/** Whether a name without brackets such as `current_date` may be used. */
export function isAllowedSystemValue(name: string): boolean {
  return systemTimes.has(name)
}

/** Whether an unqualified name belongs to PostgreSQL or to the service itself, not to a user. */
export function isSystemTable(name: string): boolean {
  return name.startsWith('pg_') || name === '_table_metadata'
}

/** Whether a schema is PostgreSQL's own. */
export function isSystemSchema(name: string): boolean {
  return name.startsWith('pg_') || name === 'information_schema'
}

/** Whether a method of TABLESAMPLE is one of PostgreSQL's own two. */
export function isAllowedSampling(names: readonly string[]): boolean {
  const name = withoutSystemSchema(names)
  return name === 'system' || name === 'bernoulli'
}
