/** One column of a table, as the service says; `type` is PostgreSQL's short name (`int4`, `_text`, `timestamp`). */
export interface Field {
  readonly id: string
  readonly type: string
  /** The data dictionary's entry; usual members are `label`, `notes` and `type_override`. */
  readonly info?: Readonly<Record<string, unknown>>
}

/** What the data dictionary calls the field; empty if it has no label there. */
export function labelOf({ info }: Field): string {
  const label = info?.['label']
  return typeof label === 'string' ? label : ''
}

/** The kinds of column that are drawn and offered differently. */
export type FieldKind =
  | 'text'
  | 'integer'
  | 'numeric'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'json'
  | 'array'
  | 'other'

/** The kind of a PostgreSQL type name, in its short or its long spelling (CKAN shows either, by action and version). */
export function fieldKind(type: string): FieldKind {
  const name = type
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .trim()
  if (name.startsWith('_') || name.endsWith('[]')) return 'array'
  return KINDS.get(name) ?? 'other'
}

/** The least and the greatest number of a type of whole numbers; of a name that says no size, those of the largest. */
export function integerRange(type: string): { readonly least: bigint; readonly most: bigint } {
  const bits = /^(?:int2|smallint)$/i.test(type) ? 16n : /^(?:int4|integer)$/i.test(type) ? 32n : 64n
  return { least: -(2n ** (bits - 1n)), most: 2n ** (bits - 1n) - 1n }
}

const KINDS = new Map<string, FieldKind>(
  Object.entries({
    text: 'text',
    varchar: 'text',
    'character varying': 'text',
    bpchar: 'text',
    character: 'text',
    name: 'text',
    citext: 'text',
    int: 'integer',
    integer: 'integer',
    int2: 'integer',
    int4: 'integer',
    int8: 'integer',
    smallint: 'integer',
    bigint: 'integer',
    serial: 'integer',
    oid: 'integer',
    numeric: 'numeric',
    decimal: 'numeric',
    float: 'numeric',
    float4: 'numeric',
    float8: 'numeric',
    real: 'numeric',
    'double precision': 'numeric',
    number: 'numeric',
    bool: 'boolean',
    boolean: 'boolean',
    date: 'date',
    timestamp: 'timestamp',
    timestamptz: 'timestamp',
    'timestamp without time zone': 'timestamp',
    'timestamp with time zone': 'timestamp',
    time: 'time',
    timetz: 'time',
    'time without time zone': 'time',
    'time with time zone': 'time',
    json: 'json',
    jsonb: 'json',
    nested: 'json',
  } as const satisfies Record<string, FieldKind>),
)
