/**
 * PostgreSQL 18's keywords by what they can't be: `reserved` ones no name at all, `typeOrFunction` ones no column and no
 * table, `columnName` ones no function. All others are names wherever a name can stand.
 */
export type KeywordKind = 'reserved' | 'typeOrFunction' | 'columnName'

/** What kind of keyword a word in lower case is; null for a word that can be any name. */
export function keywordKind(word: string): KeywordKind | null {
  return KINDS.get(word) ?? null
}

const KINDS: ReadonlyMap<string, KeywordKind> = new Map([
  ...kind(
    'reserved',
    `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
     current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc
     distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral
     leading limit localtime localtimestamp not null offset on only or order placing primary references returning select
     session_user some symmetric system_user table then to trailing true union unique user using variadic when where
     window with`,
  ),
  ...kind(
    'typeOrFunction',
    `authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like
     natural notnull outer overlaps right similar tablesample verbose`,
  ),
  ...kind(
    'columnName',
    `between bigint bit boolean char character coalesce dec decimal exists extract float greatest grouping inout int
     integer interval json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar
     json_serialize json_table json_value least merge_action national nchar none normalize nullif numeric out overlay
     position precision real row setof smallint substring time timestamp treat trim values varchar xmlattributes
     xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`,
  ),
])

function kind(name: KeywordKind, words: string): [string, KeywordKind][] {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => [word, name])
}
