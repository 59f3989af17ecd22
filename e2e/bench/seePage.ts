// The page of `npm run bench:see`: the copies' database and the columns of a copy, asked as the explorer asks them.
import '../../src/query/operators/all.ts'
import { provideCopies, copiesClient, copiesEngine } from '../../src/copies/copiesEngine.ts'
import { copies } from '../../src/copies/copies.ts'
import { createActionClient } from '../../src/instances/client/createActionClient.ts'
import { httpHandler } from '../../src/instances/transport/httpHandler.ts'
import { scriptUrl } from '../../src/embedded/scriptUrl.ts'
import { startWorker } from '../../src/embedded/startWorker.ts'
import { createThisBrowserEngine } from '../../src/embedded/thisBrowserEngine.ts'
import { figuresOf } from '../../src/figures/figuresOf.ts'
import { answerOfPage } from '../../src/results/answer.ts'
import { copyTables } from '../../src/copies/copyTables.ts'
import { provideWorkers } from '../../src/mirror/startMirror.ts'
import type { Field } from '../../src/protocol/field.ts'
import { wholeTable, type Where } from '../../src/query/query.ts'
import { sqlFigures } from '../../src/figures/sqlFigures.ts'
import { drawHeaders, timeMoves } from './seeHeaders.ts'

const ID = 'bench_see'
/** Records of a page of the copy. */
const PAGE = 20_000

const FIELDS: readonly Field[] = [
  { id: '_id', type: 'int' },
  ...Array.from({ length: 5 }, (_, at) => ({ id: `number${at}`, type: 'float8' })),
  ...Array.from({ length: 2 }, (_, at) => ({ id: `price${at}`, type: 'numeric' })),
  ...Array.from({ length: 3 }, (_, at) => ({ id: `count${at}`, type: 'int4' })),
  { id: 'big', type: 'int8' },
  { id: 'day', type: 'date' },
  { id: 'at', type: 'timestamp' },
  { id: 'open', type: 'bool' },
  ...Array.from({ length: 3 }, (_, at) => ({ id: `kind${at}`, type: 'text' })),
  { id: 'title', type: 'text' },
  { id: 'tags', type: '_text' },
]

let state = 20_261_123
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

const KINDS = ['survey', 'watershed', 'sampling', 'monitoring', 'mapping', 'restoration', 'review', 'pilot']

function record(id: number): string {
  const values: unknown[] = [id]
  for (let at = 0; at < 5; at += 1)
    values.push(
      random() < 0.05 ? null : at === 0 ? Math.exp(random() * 12) : random() * 1000 * (at + 1) + random() * 200,
    )
  const prices = [(random() * 100_000).toFixed(2), (random() * 10).toFixed(3)]
  const counts = [10, 1000, 100_000].map((most) => Math.floor(random() * random() * most))
  const day = new Date(1e12 + Math.floor(random() * 7e11)).toISOString()
  const kinds = [8, 40, 3000].map((most) => {
    const at = Math.floor(random() * random() * most)
    return random() < 0.02 ? null : `${KINDS[at % 8]}${at < 8 ? '' : ` ${at}`}`
  })
  const tags = KINDS.filter(() => random() < 0.2)
  const plain = [...values, ...prices.map(Number), ...counts]
  const rest = [
    day.slice(0, 10),
    day.slice(0, 19),
    random() < 0.8,
    ...kinds,
    `Station ${id} at ${Math.floor(random() * 1e9)}`,
    tags,
  ]
  const all = [
    ...plain.map((value) => JSON.stringify(value)),
    `${9_007_199_254_740_000n + BigInt(id % 1000)}`,
    ...rest.map((value) => JSON.stringify(value)),
  ]
  return `{${FIELDS.map((field, at) => `"${field.id}": ${all[at]}`).join(', ')}}`
}

/** Reads a page somewhere among the first thousand records; gives how long that took, in ms. */
async function readPage(): Promise<number> {
  const before = performance.now()
  await (
    await fetch(`/api/3/action/datastore_search?resource_id=${ID}&limit=50&offset=${Math.floor(random() * 1000)}`)
  ).text()
  return performance.now() - before
}

const ignore = () => undefined

const bench = {
  fields: FIELDS,
  /** Makes the copy with that many records. */
  async make(records: number) {
    if (startWorker === null) throw new Error('The build has no engine')
    provideCopies(createThisBrowserEngine('rowan-copies-18', startWorker, ignore, ignore), window.location)
    provideWorkers((address) => new Worker(scriptUrl(address), { type: 'module' }))
    await copyTables.begin({ id: ID, fields: FIELDS, words: false, state: '{}' })
    for (let before = 0; before < records; before += PAGE) {
      const texts = Array.from({ length: Math.min(PAGE, records - before) }, (_, at) => record(before + at + 1))
      await copyTables.page({ id: ID, before, fields: FIELDS, state: '{}', last: before + texts.length }, texts)
    }
    await copyTables.end(ID, '{}')
    const now = Date.now()
    copies.change(() => [
      {
        id: ID,
        place: '[]',
        resource: ID,
        title: ID,
        narrowed: [],
        fields: FIELDS.length,
        asText: [],
        bytes: records * 300,
        begun: now,
        at: now,
        records,
        total: records,
        isComplete: true,
        withToken: false,
        words: false,
        halt: null,
        refresh: null,
        since: null,
      },
    ])
    return (await copyTables.list())[0]?.bytes ?? 0
  },
  /** Headers of all columns at once; ms until the last is there, and what they say. */
  async headers(where: Where) {
    const figures = asked(where)
    const start = performance.now()
    const all = await Promise.all(FIELDS.map((field) => figures.distribution(field)))
    return { ms: performance.now() - start, way: figures.way, records: all[0]?.records ?? 0, said: JSON.stringify(all) }
  },
  /** The same by SQL on the copy, one after the other. */
  async bySql(where: Where) {
    const client = copiesClient()
    if (client === null) throw new Error('There are no copies')
    const figures = sqlFigures({ client, query: { ...wholeTable(ID), where }, fields: FIELDS })
    const start = performance.now()
    const all = await Promise.all(FIELDS.map((field) => figures.distribution(field)))
    return { ms: performance.now() - start, said: JSON.stringify(all) }
  },
  /** Begins a brush, then moves it; ms of the beginning and of each move. */
  async brush(field: string, where: Where, moves: number) {
    const figures = asked(where)
    const brushed = FIELDS.find(({ id }) => id === field)
    if (brushed === undefined || figures.brush === undefined) throw new Error('It cannot be brushed')
    const start = performance.now()
    const brush = await figures.brush(
      brushed,
      FIELDS.filter(({ id }) => id !== field),
    )
    const begun = performance.now() - start
    const times: number[] = []
    for (let move = 0; move < moves; move += 1) {
      const before = performance.now()
      const from = (move % 50) / 100
      brush.counts(from, from + 0.3)
      brush.records(from, from + 0.3)
      times.push(performance.now() - before)
    }
    return { begun, times }
  },
  /** Draws all headers. */
  draw() {
    drawHeaders(ID, FIELDS, ({ where }) => asked(where))
  },
  timeMoves,
  /** A click on a value: its facet and the headers of a screen are there; ms. */
  async facet(where: Where) {
    const figures = asked(where)
    const field = FIELDS.find(({ id }) => id === 'kind1')
    if (field === undefined) throw new Error('There is no such field')
    const start = performance.now()
    await figures.facet(field, { contains: '', most: 10 })
    return performance.now() - start
  },
  /** Headers of all columns of a table at the server of this page, and how long its other readers wait meanwhile; ms. */
  async onServer() {
    const connection = {
      baseUrl: window.location.origin,
      prefix: '/api/3/action',
      tokenHeader: 'Authorization',
      token: null,
    }
    const client = createActionClient(httpHandler, connection, window.location)
    client.profile.learn('asked', { sql: 'on' })
    const { answer: shown } = await client.search({ resource_id: ID, limit: 50 })
    const query = wholeTable(ID)
    const answer = answerOfPage(query, shown, shown.total)
    /** As the page asks: a first look at a sample, then all records. */
    const headers = async () => {
      const start = performance.now()
      const figures = figuresOf({ client, query, fields: FIELDS, answer })
      const looks = FIELDS.map(async (field) => figures.firstLook?.(field))
      const all = FIELDS.map((field) => figures.distribution(field))
      const sampled = await Promise.all(looks)
      const look = performance.now() - start
      const exact = await Promise.all(all)
      const isSeen = exact.every(({ coverage }, place) => coverage.kind === 'all' && (sampled[place] ?? null) !== null)
      return { look, all: performance.now() - start, isSeen }
    }
    const alone: number[] = []
    for (let at = 0; at < 20; at += 1) alone.push(await readPage())
    const times: Awaited<ReturnType<typeof headers>>[] = []
    for (let at = 0; at < 5; at += 1) times.push(await headers())
    const waits: number[] = []
    const under = { way: true }
    const asking = headers().finally(() => (under.way = false))
    const reading = (async () => {
      while (under.way) {
        waits.push(await readPage())
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const beside = await asking
    await reading
    return { times, beside, alone, waits }
  },
  /** How long the copies' database lets a small question wait while all columns are read. */
  async whileLoading() {
    const waits: number[] = []
    const under = { way: true }
    const loading = bench.headers({ all: [] }).finally(() => (under.way = false))
    while (under.way) {
      const start = performance.now()
      await copiesEngine()?.handler(
        new Request(`http://this-browser.invalid/api/3/action/datastore_search?resource_id=${ID}&limit=50`),
      )
      waits.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return { loaded: await loading, waits }
  },
}

function asked(where: Where) {
  const client = copiesClient()
  if (client === null) throw new Error('There are no copies')
  return figuresOf({
    client,
    query: { ...wholeTable(ID), where },
    fields: FIELDS,
    answer: null,
  })
}

Object.assign(window, { bench })
