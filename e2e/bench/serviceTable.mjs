// The table that the service is measured on, and the requests: those of which CKAN's figures are known.

export const ROWS = Number(process.env.BENCH_ROWS ?? 100_000)
export const TABLE = 'bench'

const SUBJECTS = Array.from({ length: 20 }, (_, at) => `subject ${at + 1}`)
const STAGES = ['planned', 'active', 'paused', 'finished', 'published', 'withdrawn']
const SYLLABLES = ['ba', 'ko', 'mu', 'ti', 're', 'lo', 'na', 'fu', 'vi', 'do', 'ka', 'pe', 'so', 'gu', 'mi']

/** Words that stem to themselves and to nothing else; the last letter is one that no English ending begins with. */
const word = (at) =>
  [at % 15, Math.floor(at / 15) % 15, Math.floor(at / 225) % 15].map((n) => SYLLABLES[n]).join('') + 'x'

/** A row has 16 words: each of the common ones is in 47 % of the rows, each of the middle ones in 5 %. */
const COMMON = Array.from({ length: 8 }, (_, at) => word(at))
const MIDDLE = Array.from({ length: 20 }, (_, at) => word(100 + at))
const COMMON_SHARE = 1 - 0.53 ** (1 / 16)
const MIDDLE_SHARE = 1 - 0.95 ** (1 / 16)

export const FIELDS = [
  ['id', 'int'],
  ['subject', 'text'],
  ['stage', 'text'],
  ['title', 'text'],
  ['n1', 'int'],
  ['n2', 'int'],
  ['f1', 'float8'],
  ['f2', 'float8'],
  ['created', 'timestamp'],
  ['updated', 'timestamp'],
  ['notes', 'text'],
  ['code', 'text'],
].map(([id, type]) => ({ id, type }))

/** Numbers that look random and are the same in every run (mulberry32). */
export function randomness(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Record number `id`, from 1; `edition` gives other contents for the same key. */
export function record(id, edition = 0) {
  const random = randomness(id * 7919 + edition)
  const upTo = (most) => Math.floor(random() * most)
  const one = () => {
    let share = random()
    for (const common of COMMON) if ((share -= COMMON_SHARE) < 0) return common
    for (const middle of MIDDLE) if ((share -= MIDDLE_SHARE) < 0) return middle
    return word(300 + upTo(3000))
  }
  const words = (count) => Array.from({ length: count }, one).join(' ')
  const time = () => new Date(1_400_000_000_000 + upTo(400_000_000) * 1000).toISOString().slice(0, 19)
  return {
    id,
    subject: SUBJECTS[upTo(20)],
    stage: STAGES[upTo(6)],
    title: words(4),
    n1: upTo(1_000_000),
    n2: upTo(1000),
    f1: random() * 1000,
    f2: random(),
    created: time(),
    updated: time(),
    notes: words(12),
    code: `C-${upTo(1_000_000_000).toString(36)}`,
  }
}

export function records(from, count, edition = 0) {
  return Array.from({ length: count }, (_, at) => record(from + at, edition))
}

const COLUMNS = ['_id', ...FIELDS.map((field) => field.id)].map((id) => `t."${id}"`).join(', ')
const FROM = `from datastore."${TABLE}" t`

const search = (params, where, values, order = 't."_id"', offset = 0) => ({
  action: 'datastore_search',
  params: { resource_id: TABLE, ...params },
  plain: [
    { text: `select count(*) ${FROM} where ${where}`, values },
    {
      text: `select ${COLUMNS} ${FROM} where ${where} order by ${order} limit 100 offset ${offset}`,
      values,
    },
  ],
})

const words = (q) =>
  search(
    { q },
    `t."_full_text" @@ plainto_tsquery('english', $1)`,
    [q],
    `ts_rank(t."_full_text", plainto_tsquery('english', $1), 32) desc, t."_id"`,
  )

const statement = (text) => ({
  action: 'datastore_search_sql',
  params: { sql: text },
  plain: [{ text: text.replace(`"${TABLE}"`, `datastore."${TABLE}"`), values: [] }],
})

const pick = (random, items) => items[Math.floor(random() * items.length)]

/** A word that is in no row. */
const ABSENT = 'absentx'

const anyId = (random) => 1 + Math.floor(random() * ROWS)

/** One row by its key, for which the service does what it does for a scan and the engine little. */
const oneRow = (random) => search({ filters: { id: anyId(random) }, sort: 'n1 desc' }, 'true', [])
const oneRowBySql = (random) => statement(`SELECT * FROM "${TABLE}" WHERE id = ${anyId(random)}`)

/**
 * One line of the table each. `make` gives a request with its own literals, and the same question in plain SQL, its
 * count included. `quick`: the engine has little to do; the others have in `warm` a request of their kind for which this
 * is so. CKAN's figures are requests a second of 1 and of 8 clients.
 */
export const LINES = [
  {
    title: 'an action without database',
    ckan: [285, 526],
    make: () => ({ action: 'status_show', params: {}, plain: [] }),
  },
  { title: 'search limit=100', quick: true, ckan: [37, 83], make: () => search({ limit: 100 }, 'true', []) },
  {
    title: 'the same, include_total=false',
    quick: true,
    ckan: [45, 111],
    make() {
      const made = search({ limit: 100, include_total: false }, 'true', [])
      return { ...made, plain: made.plain.slice(1) }
    },
  },
  {
    title: 'filters on subject and stage',
    ckan: [25, 42],
    warm: oneRow,
    make(random) {
      const [subject, stage] = [pick(random, SUBJECTS), pick(random, STAGES)]
      return search({ filters: { subject, stage } }, 't.subject = $1 and t.stage = $2', [subject, stage])
    },
  },
  {
    title: 'filter on the primary key',
    quick: true,
    ckan: [50, 129],
    make(random) {
      const id = anyId(random)
      return search({ filters: { id } }, 't.id = $1', [id])
    },
  },
  {
    title: 'q in 5 % of the rows',
    ckan: [23, 38],
    warm: () => words(ABSENT),
    make: (random) => words(pick(random, MIDDLE)),
  },
  {
    title: 'q in 47 % of the rows',
    ckan: [12, 12],
    warm: () => words(ABSENT),
    make: (random) => words(pick(random, COMMON)),
  },
  {
    title: 'q on one column',
    ckan: [9, 10],
    warm: () => search({ q: { notes: ABSENT } }, 'true', []),
    make(random) {
      const q = pick(random, MIDDLE)
      const column = `to_tsvector('english', t.notes)`
      const query = `plainto_tsquery('english', $1)`
      const where = `t."_full_text" @@ ${query} and ${column} @@ ${query}`
      return search({ q: { notes: q } }, where, [q], `ts_rank(${column}, ${query}, 32) desc, t."_id"`)
    },
  },
  {
    title: 'offset=90000',
    quick: true,
    ckan: [18, 36],
    make(random) {
      const offset = Math.floor(ROWS * 0.9 + random() * 100)
      return search({ offset }, 'true', [], 't."_id"', offset)
    },
  },
  {
    title: 'sort by an unindexed column',
    ckan: [16, 20],
    warm: oneRow,
    make(random) {
      const column = pick(random, ['n1', 'n2', 'f1', 'f2'])
      return search({ sort: `${column} desc` }, 'true', [], `t."${column}" desc, t."_id"`)
    },
  },
  {
    title: 'SQL LIKE, no match',
    ckan: [19, 46],
    warm: oneRowBySql,
    make: (random) => statement(`SELECT * FROM "${TABLE}" WHERE notes LIKE '%q${Math.floor(random() * 1e9)}%'`),
  },
  {
    title: 'SQL GROUP BY two columns',
    ckan: [17, 24],
    warm: oneRowBySql,
    make: (random) =>
      statement(
        `SELECT subject, stage, count(*) AS n, avg(f1) AS mean FROM "${TABLE}" WHERE n2 >= ${Math.floor(random() * 10)} GROUP BY subject, stage`,
      ),
  },
]
