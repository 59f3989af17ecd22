import type { Row } from '../../src/protocol/answers.ts'
import type { Field } from '../../src/protocol/field.ts'
import type { ExportFormat, FileOptions, Guarded } from '../../src/formats/exportFormat.ts'

/** Columns of every type that is written in its own way. */
export const TRAP_FIELDS: readonly Field[] = [
  { id: 'i', type: 'int4' },
  { id: 'big', type: 'int8' },
  { id: 'n', type: 'numeric' },
  { id: 'f', type: 'float8' },
  { id: 'is', type: 'bool' },
  { id: 'd', type: 'date' },
  { id: 'ts', type: 'timestamp' },
  { id: 'tz', type: 'timestamptz' },
  { id: 'j', type: 'json' },
  { id: 'list', type: '_text' },
  { id: 'text', type: 'text' },
]

const DEEP = `${'['.repeat(50)}1${']'.repeat(50)}`
const BLANK: Row = TRAP_FIELDS.map(() => 'null')

/** Rows whose values are easily lost on the way into a file. */
export const TRAP_ROWS: readonly Row[] = [
  ['1', '9223372036854775807', '12345678901234567890.12345678901234567890', '0.1', 'true', '"2024-02-29"'].concat([
    '"2024-02-29T12:34:56"',
    '"2024-02-29T12:34:56+00:00"',
    '{"b": 1.50, "a": [9007199254740993]}',
    '["a","b,c",null,"d\\"e"]',
    '"plain"',
  ]),
  ['-2147483648', '-9223372036854775808', '1.50', '-0.0', 'false', '"0001-01-01"'].concat([
    '"1899-12-31T00:00:00"',
    '"1969-12-31T23:59:59.999+00:00"',
    DEEP,
    '[]',
    '"=1+1"',
  ]),
  ['0', '9007199254740993', '-0.5', '"NaN"', 'null', '"0044-03-15 BC"'].concat([
    '"0044-03-15T10:00:00 BC"',
    '"2024-02-29T12:34:56.123456+00:00"',
    '"null"',
    'null',
    JSON.stringify('tab\tline\nreturn\r\nquote " \' | \\ back'),
  ]),
  ['7', '9007199254740991', '0.00000000000000000001', '"Infinity"', 'true', '"infinity"'].concat([
    '"-infinity"',
    '"2024-12-31T23:59:59+00:00"',
    '"a \\"b\\" \\n c"',
    '["ü","{}"]',
    '"00123"',
  ]),
  ['42', '0', '100', '1e-7', 'false', '"9999-12-31"'].concat([
    '"9999-12-31T23:59:59.999"',
    '"1900-03-01T00:00:00+00:00"',
    'null',
    '["NULL"]',
    JSON.stringify('👩‍👩‍👧 é \u0001 _x000D_ \u001f \u007f'),
  ]),
  BLANK.with(10, '""'),
  BLANK.with(10, JSON.stringify('m'.repeat(1_000_000))),
  BLANK.with(10, '"  leading and trailing  "'),
  BLANK,
]

/** The file of the rows, written in two pieces, and what was guarded. */
export async function writtenTraps(
  format: ExportFormat,
  {
    fields = TRAP_FIELDS,
    rows = TRAP_ROWS,
    options,
  }: { fields?: typeof TRAP_FIELDS; rows?: typeof TRAP_ROWS; options?: FileOptions } = {},
): Promise<{ readonly blob: Blob; readonly guarded: readonly Guarded[] }> {
  const writer = await format.write(fields, options)
  const parts = [await writer.start(), await writer.rows(rows.slice(0, 2)), await writer.rows(rows.slice(2))]
  const { part, guarded } = await writer.end()
  return { blob: new Blob([...parts, part]), guarded }
}
