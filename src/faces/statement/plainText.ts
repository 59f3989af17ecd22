import { fieldKind } from '../../protocol/field.ts'
import { isMisread, sqlLiteral, sqlName } from '../../query/sqlText.ts'

/** A name as people write it: without quotes where PostgreSQL reads it the same. */
export function plainName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !KEYWORDS.has(name) ? name : sqlName(name)
}

/** A text as people write it: without escapes, unless CKAN would misread it. */
export function plainLiteral(text: string): string {
  return isMisread(text) ? sqlLiteral(text) : `'${text.replaceAll("'", "''")}'`
}

/**
 * A value as people write it beside a field of that type: `100` and not `'100'`, if that compares the same. Whole numbers
 * beside a `real` and decimals beside whole numbers do not.
 */
export function plainValue(text: string, type: string | undefined): string {
  const name = type?.toLowerCase() ?? ''
  if (WHOLE.has(name) && /^(?:0|-?[1-9]\d{0,8})$/.test(text)) return text
  if (LONG.has(name) && /^(?:0|-?[1-9]\d{0,17})$/.test(text)) return text
  if (DECIMAL.has(name) && /^(?:0|-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?)$/.test(text) && !/^-[0.]*$/.test(text))
    return text
  if (fieldKind(name) === 'boolean' && /^(?:true|false)$/.test(text)) return text
  return plainLiteral(text)
}

const WHOLE = new Set(['int', 'integer', 'int4', 'int8', 'bigint'])
const LONG = new Set(['int8', 'bigint', 'numeric', 'decimal'])
const DECIMAL = new Set(['numeric', 'decimal', 'float8', 'double precision', 'float'])

/** The words of PostgreSQL that can't be names of columns everywhere: `pg_get_keywords()` without the unreserved ones. */
const KEYWORDS = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast ' +
    'char character check coalesce collate collation column concurrently constraint create cross current_catalog ' +
    'current_date current_role current_schema current_time current_timestamp current_user dec decimal default ' +
    'deferrable desc distinct do else end except exists extract false fetch float for foreign freeze from full grant ' +
    'greatest group grouping having ilike in initially inner inout int integer intersect interval into is isnull join ' +
    'json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize ' +
    'json_table json_value lateral leading least left like limit localtime localtimestamp merge_action national ' +
    'natural nchar none normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay ' +
    'placing position precision primary real references returning right row select session_user setof similar ' +
    'smallint some substring symmetric system_user table tablesample then time timestamp to trailing treat trim true ' +
    'union unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement ' +
    'xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable'
  ).split(' '),
)
