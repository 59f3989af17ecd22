function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/**
 * The types a statement may cast to. Missing on purpose: types whose text form is looked up in the system tables
 * (`regclass`, `regrole`, …; but `regconfig` names the configurations of full text, which are everybody's), tables' row
 * types, `xml`, and pseudo-types except `record`, which has no text form.
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

/** Functions behind grammar such as `extract(year from d)` or `d at time zone 'UTC'`. */
const functionsOfSyntax = words(`
  extract overlay position substring btrim ltrim rtrim timezone overlaps normalize is_normalized
`)

/** Functions behind `LIKE … ESCAPE` and `SIMILAR TO`. In the tree they look like written calls. */
const functionsOfPatterns = words('like_escape similar_to_escape')

/**
 * Functions that accept any row. PostgreSQL reads `t.f` as `f(t)` if `t` has no column `f`, so these can be reached from every
 * table. No others can: a row is never converted to another type implicitly.
 */
export const functionsOfRows = words(`
  any_out any_value anycompatible_out anycompatiblenonarray_out anyelement_out anynonarray_out array_agg concat count
  hash_record json_agg json_agg_strict json_build_array json_build_object jsonb_agg jsonb_agg_strict jsonb_build_array
  jsonb_build_object max min num_nonnulls num_nulls pg_collation_for pg_column_compression pg_column_size
  pg_column_toast_chunk_id pg_restore_attribute_stats pg_restore_relation_stats pg_typeof quote_literal quote_nullable
  record_out record_send row_to_json to_json to_jsonb
`)

/**
 * Fields of what functions on the list return, and of CKAN's JSON type. None is the name of a function or type, so reading one
 * can't call anything.
 */
export const knownFields = words('extra key lexeme ordinality positions value weights')

/** Functions in FROM whose only column is named after the alias: `generate_series(1, 3) AS g` has `g.g`. */
export const functionsWithUnnamedColumn = words(`
  generate_series generate_subscripts json_object_keys jsonb_object_keys jsonb_path_query jsonb_path_query_tz regexp_matches
  regexp_split_to_table string_to_table unnest
`)

/** Date and time keywords. The related ones (`current_user`, …) reveal facts about the server. */
const systemTimes = words('current_date current_time current_timestamp localtime localtimestamp')

/** `names`: the parts as PostgreSQL reads them (lower case unless quoted). Only `pg_catalog` is allowed as a schema. */
function withoutSystemSchema(names: readonly string[]): string | undefined {
  const [first, second] = names
  if (names.length === 1) return first
  return names.length === 2 && first === 'pg_catalog' ? second : undefined
}

/** Whether a statement may call this function. `isSyntax`: called through grammar, not by name; `functions`: the list. */
export function isAllowedFunction(
  names: readonly string[],
  isSyntax: boolean,
  functions: ReadonlySet<string>,
): boolean {
  const name = withoutSystemSchema(names)
  if (name === undefined) return false
  if (functions.has(name)) return true
  return names.length === 2 && (functionsOfPatterns.has(name) || (isSyntax && functionsOfSyntax.has(name)))
}

/** Whether a statement may name this type. Array types may also be named as `_int4`. */
export function isAllowedType(names: readonly string[]): boolean {
  const name = withoutSystemSchema(names)
  return name !== undefined && types.has(name.replace(/^_/, ''))
}

/** Whether an operator has no schema, or `pg_catalog`. */
export function isUnqualified(names: readonly string[]): boolean {
  return withoutSystemSchema(names) !== undefined
}

/** Whether `(x).name` is harmless for every `x`: as a column, a function call or a cast to the type `name`. */
export function isHarmlessField(name: string, functions: ReadonlySet<string>): boolean {
  return functions.has(name) || types.has(name) || knownFields.has(name)
}

/** The SQL name of the parser's `SVFOP_CURRENT_TIME_N`. */
export function systemValueName(operation: string): string {
  return operation
    .replace(/^SVFOP_/, '')
    .replace(/_N$/, '')
    .toLowerCase()
}

/** Whether a keyword such as `current_date` may be used. */
export function isAllowedSystemValue(name: string): boolean {
  return systemTimes.has(name)
}

/** Whether an unqualified name belongs to PostgreSQL or the service, not to a user. */
export function isSystemTable(name: string): boolean {
  return name.startsWith('pg_') || name === '_table_metadata'
}

/** Whether a schema is PostgreSQL's own. */
export function isSystemSchema(name: string): boolean {
  return name.startsWith('pg_') || name === 'information_schema'
}

/** Whether a TABLESAMPLE method is one of PostgreSQL's two. */
export function isAllowedSampling(names: readonly string[]): boolean {
  const name = withoutSystemSchema(names)
  return name === 'system' || name === 'bernoulli'
}
