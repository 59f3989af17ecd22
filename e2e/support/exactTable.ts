export const EXACT_ID = '3f3e4bb0-3a65-4e6b-8ad5-2d8f6a0c0001'
export const EXACT = 'exact_values'
const EXACT_TYPES = { big: 'int8', exact: 'numeric', negative: 'float8', at: 'timestamp', data: 'json', note: 'text' }

/** Makes a table of values that lose something wherever they are read as JavaScript's numbers, dates or objects. */
export const EXACT_TABLE = `{"resource_id": "${EXACT_ID}", "aliases": "${EXACT}",
  "fields": ${JSON.stringify(Object.entries(EXACT_TYPES).map(([id, type]) => ({ id, type })))},
  "records": [{"big": 9223372036854775807, "exact": 1.50, "negative": "-0", "at": "2025-01-02T03:04:05.123456",
    "data": {"b": 1, "a": 1.0, "b": [ 2 ], "a": -0}, "note": "before"}, {"note": ""}]}`

/** The first record of that table as the database writes it. */
export const EXACT_TEXTS = `select "big"::text, "exact"::text, "negative"::text, "at"::text, "data"::text, "note" from "${EXACT_ID}" where "_id" = 1`
export const EXACT_STORED = {
  big: '9223372036854775807',
  exact: '1.50',
  negative: '-0',
  at: '2025-01-02 03:04:05.123456',
  data: '{"b": 1, "a": 1.0, "b": [ 2 ], "a": -0}',
}
