const RECORDS = 240

/** Values of each column, as `datastore_create` reads them. A null is added to each. */
const POOLS: Readonly<Record<string, { readonly type: string; readonly values: readonly unknown[] }>> = {
  i2: { type: 'int2', values: [-32768, -1, 0, 1, 7, 32767] },
  i4: { type: 'int4', values: [-2147483648, -7, 0, 7, 25, 100, 2147483647] },
  i8: { type: 'int8', values: ['-9223372036854775808', 0, 7, '9007199254740993', '9223372036854775807'] },
  num: { type: 'numeric', values: ['NaN', '-0.10', '0', '1.50', '1.5', '100', '123456789012345678901234567890.5'] },
  f4: { type: 'float4', values: ['NaN', 'Infinity', '-Infinity', 0.1, 1.5, -7] },
  f8: { type: 'float8', values: ['NaN', 'Infinity', '-Infinity', '-0', 0.1, 300, 1e300] },
  t: {
    type: 'text',
    values: [
      '',
      ' ',
      'null',
      'NULL',
      '50%',
      '50 percent',
      'a_b',
      'axb',
      'C:\\dir\\',
      'ends in a backslash\\',
      "it's",
      '"quoted"',
      'at :noon',
      '10:20',
      '{"a":1}',
      'éclair',
      'ÉCLAIR',
      'Sediment plume',
      'sediment core (North)',
      'River rivers running',
      'line\nbreak',
      '🐦 birds',
      '$1 or %s or ?',
      'a; drop table x; --',
    ],
  },
  vc: { type: 'varchar(20)', values: ['active', 'Active', 'closed', 'on hold', 'x%'] },
  ch: { type: 'char(4)', values: ['ab', 'abcd', 'AB  '] },
  b: { type: 'bool', values: [true, false] },
  d: {
    type: 'date',
    values: [
      '0001-01-01',
      '2018-12-31',
      '2019-01-01',
      '2019-12-31',
      '2020-02-29',
      '9999-12-31',
      '12000-05-05',
      'infinity',
      '-infinity',
    ],
  },
  ts: {
    type: 'timestamp',
    values: [
      '0044-03-15 12:00:00 BC',
      '2018-12-31 23:59:59.999999',
      '2019-01-01',
      '2019-06-15T10:20:30.5',
      '2020-01-01',
      '9999-12-31T23:59:59',
      'infinity',
    ],
  },
  tz: {
    type: 'timestamptz',
    values: [
      '2018-12-31T23:30:00-01:00',
      '2019-01-01T00:00:00Z',
      '2019-12-31T23:59:59.999Z',
      '2020-01-01T00:00:00Z',
      '-infinity',
    ],
  },
  tm: { type: 'time', values: ['00:00', '10:20:30.5', '12:00', '24:00:00'] },
  j: {
    type: 'json',
    values: [{ a: { b: ['x', 'y'] }, n: 1.5 }, { a: null }, { 'a"b\\c:d': 'q' }, [], 'text', 7, false],
  },
  jb: {
    type: 'jsonb',
    values: ['{"a": {"b": ["x", "z"]}, "n": 1}', '{"a": {}}', '["a", "b"]', '"text"', '7'],
  },
  tags: { type: 'text[]', values: [[], ['a'], ['a', 'b'], ['b', null], [null], ['A', 'a,b', 'c"d\\e', 'x:y', '']] },
  ints: { type: 'int[]', values: [[], [7], [7, 8], [null, 9], [-1]] },
  id: { type: 'uuid', values: ['00000000-0000-0000-0000-000000000001', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'] },
  iv: { type: 'interval', values: ['1 day', '2 hours', '00:00'] },
  $cost: { type: 'numeric', values: ['1', '2.5', '30'] },
  "Öl %, 'no'": { type: 'text', values: ['a', 'b', ''] },
  'at :m?': { type: 'int4', values: [1, 2, 3] },
  constructor: { type: 'text', values: ['p'] },
}

/** What `datastore_create` is sent to make that table without these columns. */
export function everyTypeTable(lacks: ReadonlySet<string>): { readonly fields: object; readonly records: object } {
  const names = Object.keys(POOLS)
  const random = randomOf(20_261_123)
  const records = Array.from({ length: RECORDS }, () =>
    Object.fromEntries(
      names
        .map((name) => {
          const { values = [] } = POOLS[name] ?? {}
          // A fifth of the values are null.
          return [name, values[Math.floor(random() * values.length * 1.25)] ?? null] as const
        })
        .filter(([name]) => !lacks.has(name)),
    ),
  )
  const fields = names.filter((id) => !lacks.has(id)).map((id) => ({ id, type: POOLS[id]?.type }))
  return { fields, records }
}

/** Numbers from 0 to 1, the same at each run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
