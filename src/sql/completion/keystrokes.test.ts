import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { sqlFunctions } from '../../protocol/sqlFunctions.ts'
import lines from '../functions.json'
import { functionsOf } from '../functions.ts'
import { indexCatalogue } from './catalogue.ts'
import { completionsAt } from './completion.ts'

/** Tables of the ten questions, with their columns as PostgreSQL declares them. */
const QUESTION_TABLES = [
  {
    id: 'f1e1d9a0-5c7e-4b1a-8d3f-2a6b9c0e7d02',
    title: 'Field programmes',
    columns:
      '_id int4, code text, title text, subject text, stage text, area_km2 numeric, started_on date, depth_m numeric, office text, lead text, budget_eur numeric',
  },
  {
    id: '4d0c8f1a-77be-4c52-a1d3-9c0e5b6f2e18',
    title: 'Turbidity readings',
    columns: '_id int4, code text, station text, taken_at timestamp, turbidity_ntu numeric',
  },
  {
    id: 'a92e6b03-1f4d-4f0b-8c7e-52d1b8e4c960',
    title: 'Gauging stations',
    columns: '_id int4, station text, name text, river text, height_m numeric',
  },
] as const

const [P, R, S] = QUESTION_TABLES.map(({ id }) => `"${id}"`)

/** Ten questions of growing difficulty, each with the statement that answers it. */
const TEN_QUESTIONS = [
  ['Which programmes are active?', `select * from ${P} where stage = 'active' limit 100`],
  ['Which ten are the largest?', `select title, area_km2 from ${P} order by area_km2 desc limit 10`],
  [
    'How many are there of each subject?',
    `select subject, count(*) as programmes from ${P} group by subject order by programmes desc`,
  ],
  [
    'How large are active ones of two subjects on average?',
    `select subject, round(avg(area_km2), 1) as mean_area from ${P} where subject in ('watershed', 'survey') and stage = 'active' group by subject`,
  ],
  [
    'How much money was there for each year since 2021?',
    `select date_trunc('year', started_on) as year, sum(budget_eur) as budget from ${P} where started_on >= '2021-01-01' group by year order by year`,
  ],
  [
    'Who leads more than one?',
    `select lead, count(*) as programmes from ${P} where lead is not null group by lead having count(*) > 1 order by programmes desc`,
  ],
  [
    'Which readings were above 25 NTU, and of which programme?',
    `select p.title, r.taken_at, r.turbidity_ntu from ${P} as p join ${R} as r on p.code = r.code where r.turbidity_ntu > 25 order by r.turbidity_ntu desc`,
  ],
  [
    'Which programmes have no reading?',
    `select p.code, p.title from ${P} as p left join ${R} as r on p.code = r.code where r.code is null order by p.title`,
  ],
  [
    'How turbid is the water of active programmes by subject?',
    `with active as (select code, subject from ${P} where stage = 'active') select a.subject, count(*) as readings, round(avg(r.turbidity_ntu), 1) as mean from active as a join ${R} as r on a.code = r.code group by a.subject order by mean desc`,
  ],
  [
    'Which were the three most turbid months of each river?',
    `with monthly as (select s.river, date_trunc('month', r.taken_at) as month, avg(r.turbidity_ntu) as mean from ${R} as r join ${S} as s on r.station = s.station group by s.river, month), ranked as (select river, month, mean, row_number() over (partition by river order by mean desc) as place from monthly) select river, month, mean from ranked where place <= 3 order by river, place`,
  ],
] as const

const [programmes] = QUESTION_TABLES

const index = indexCatalogue({
  tables: QUESTION_TABLES.map(({ id, title }) => ({ id, title, dataset: null, aliases: [], takesNames: false })),
  fields: new Map(
    QUESTION_TABLES.map(({ id, columns }) => [
      id,
      columns.split(', ').map((column) => {
        const [name = '', type = ''] = column.split(' ')
        return { id: name, type, label: null }
      }),
    ]),
  ),
  missing: new Set(),
  rows: new Map(),
  values: new Map([
    [
      programmes.id,
      new Map([
        ['stage', valuesOf('active closed planned draft paused')],
        ['subject', valuesOf('survey watershed sampling restoration fisheries flood')],
      ]),
    ],
  ]),
  open: programmes.id,
  functions: functionsOf(lines),
  allowed: sqlFunctions,
  refusedWords: new Set(),
})

function valuesOf(words: string) {
  return words.split(' ').map((text) => ({ text, records: null }))
}

/** The keys of a person who takes the first suggestion with Tab as soon as it is what is wanted and saves a key. */
function keysFor(wanted: string): readonly string[] {
  const keys: string[] = []
  let text = ''
  while (text.length < wanted.length) {
    const table = QUESTION_TABLES.find(({ id }) => wanted.startsWith(`"${id}"`, text.length))
    const taken = table ? byTitle(text, table.title, wanted) : isOpen(text) ? withFirst(text, '', wanted) : null
    if (taken !== null && taken.text.length > text.length + 1) {
      keys.push(...Array.from(taken.typed), 'Tab')
      text = taken.text
    } else {
      keys.push(wanted.charAt(text.length))
      text += wanted.charAt(text.length)
    }
  }
  return keys
}

interface Taken {
  readonly typed: string
  readonly text: string
}

/** A table is found by its title: as many letters are typed as it takes to have it first. */
function byTitle(text: string, title: string, wanted: string): Taken | null {
  for (let count = 0; count < title.length; count++) {
    const taken = withFirst(text, title.slice(0, count).toLowerCase(), wanted)
    if (taken !== null) return taken
  }
  return null
}

/** Whether the editor shows its list there: in a word, behind a dot or a quote, and where a name of the data has to come. */
function isOpen(text: string): boolean {
  if (/[\w."']$/.test(text)) return true
  const [first] = completionsAt(text, text.length, index).items
  return (
    /[ (]$/.test(text) && (/^(?:table|cte|value)$/.test(first?.kind ?? '') || first?.label.includes(' = ') === true)
  )
}

/** The text once the first suggestion is taken, if it goes on as is wanted. */
function withFirst(text: string, typed: string, wanted: string): Taken | null {
  const whole = text + typed
  const { items, range } = completionsAt(whole, whole.length, index)
  const [first] = items
  if (!first || first.kind === 'snippet') return null
  const taken = `${whole.slice(0, range.start)}${first.insert}${first.blank ? ' ' : ''}`
  return wanted.startsWith(taken) ? { typed, text: taken } : null
}

/** Every character is a key, and an id that is pasted is one. */
function keysWithoutHelp(wanted: string): number {
  return wanted.replaceAll(/"[0-9a-f-]{36}"/g, '#').length
}

test.each(TEN_QUESTIONS.map(([question, sql]) => ({ question, sql })))(
  '$question takes at most 60 % of the keys',
  ({ sql }) => {
    const keys = keysFor(sql)
    expect(keys.length / keysWithoutHelp(sql), keys.join(' ')).toBeLessThanOrEqual(0.6)
  },
)

test('all ten together take at most 55 %', () => {
  const count = (keysOf: (sql: string) => number) => TEN_QUESTIONS.reduce((sum, [, sql]) => sum + keysOf(sql), 0)
  expect(count((sql) => keysFor(sql).length) / count(keysWithoutHelp)).toBeLessThanOrEqual(0.55)
})

test('the statements of the ten questions run', async () => {
  const db = await PGlite.create()
  for (const { id, columns } of QUESTION_TABLES) {
    await db.exec(`CREATE TABLE "${id}" (${columns})`)
  }
  for (const [, sql] of TEN_QUESTIONS) await db.query(sql)
  await db.close()
})
