import { QueryClientProvider } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { act, createRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  matching,
  MODEL_CONDITIONS,
  modelAnswer,
  modelFigures,
  modelSteps,
  modelTable,
  shownRecords,
  valueOf,
  wrongIn,
  type ModelStep,
} from '../../../e2e/support/figuresModel.ts'
import type { HeaderDetails } from '../../grid/GridHeader.tsx'
import type { ActionClient, CallOptions } from '../../instances/client/actionClient.ts'
import { createActionClient } from '../../instances/client/createActionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Field } from '../../protocol/field.ts'
import { ActionError } from '../../protocol/envelope.ts'
import '../../query/operators/all.ts'
import type { Condition, Query, Sort } from '../../query/query.ts'
import { queryText } from '../../query/queryLink.ts'
import { recordsOf } from '../../query/recordsOf.ts'
import { createQueryClient } from '../../results/queries.ts'
import { surePlan } from '../../results/plan/plan.ts'
import { useRecords, type Records } from '../../results/useRecords.ts'
import type { ColumnProfile, Distribution, Facet, Figures } from '../../summary/figures.ts'
import { emptyView } from '../../workspace/view.ts'
import { Distributions } from './Distributions.tsx'
import { saidOf } from './headers/headerWords.ts'
import { ColumnProfilePanel } from './profile/ColumnProfilePanel.tsx'
import { shareWords } from './values/shareWords.ts'

/** So many sequences are tried: 2,000 in `npm run long`. */
const SEQUENCES = inject('isLong') ? 2000 : 200

declare module 'vitest' {
  interface ProvidedContext {
    readonly isLong: boolean
  }
}

/** Whatever is asked waits here until the model has it answered, in whatever order. */
interface Awaited {
  readonly answer: () => void
  readonly fail: () => void
}
let awaited: Awaited[] = []
/** How often the table has changed. */
let changes = 0

function played<T>(answer: () => T, { signal }: CallOptions = {}): Promise<T> {
  // As the table is when it is asked; who else has changed it meanwhile the page can't know.
  const given = answer()
  return new Promise((resolve, reject) => {
    const one: Awaited = {
      answer: () => resolve(given),
      fail: () => reject(new ActionError({ kind: 'server', status: 500, message: 'Too busy' })),
    }
    awaited.push(one)
    signal?.addEventListener('abort', () => {
      awaited = awaited.filter((each) => each !== one)
      reject(signal.reason)
    })
  })
}

const figuresNow = (query: Query, { id }: Field) => modelFigures(matching(modelTable(changes), query), id)

// What a server says by SQL is right about the query that it was asked, whenever it says it.
vi.mock('../../figures/sqlFigures.ts', () => ({
  sqlFigures: ({ query }: { query: Query }): Partial<Figures> => ({
    way: 'sql',
    distribution: (field, options) => played(() => figuresNow(query, field).distribution(options?.like), options),
    profile: (field, options) => played(() => figuresNow(query, field).profile(), options),
    facet: (field, asked, options) => played(() => figuresNow(query, field).facet(asked), options),
  }),
}))

/** What is asked, as a person sees it. */
interface Shown {
  readonly where: readonly Condition[]
  readonly sort: readonly Sort[]
  readonly limit: number | null
  readonly isGrouped: boolean
}
const START: Shown = { where: [], sort: [], limit: null, isGrouped: false }

const queryOf = ({ where, sort, limit }: Shown): Query => ({
  resource: 't',
  columns: null,
  where: { all: where },
  search: '',
  sort,
  limit,
})

/** Every query that the model can come to, and those without the conditions on one field, by their text. */
const QUERIES = new Map(
  Array.from({ length: 2 ** MODEL_CONDITIONS.length }, (_, bits) => {
    const query = queryOf({
      ...START,
      where: MODEL_CONDITIONS.filter((_condition, place) => (bits >> place) % 2 === 1),
    })
    return permutations(query).map((each) => [queryText(each), each] as const)
  }).flat(),
)

function permutations(query: Query): readonly Query[] {
  if (!('all' in query.where)) return []
  return orders(query.where.all).map((all) => ({ ...query, where: { all } }))
}

function orders<T>(list: readonly T[]): readonly (readonly T[])[] {
  if (list.length < 2) return [list]
  return list.flatMap((each, place) => orders(list.toSpliced(place, 1)).map((rest) => [each, ...rest]))
}

const INSTANCE: Instance = {
  id: 'i',
  title: 'A server',
  baseUrl: 'http://a.server',
  prefix: '/api/3/action',
  tokenHeader: 'Authorization',
  resource: null,
  origin: 'settings',
}
const ASKED = { instance: 'A server', table: 'A table', hasToken: false, address: null }

let clients = 0

/** A server of the model's table, of which it is known whether it has SQL. */
function modelClient(sql: 'on' | 'off' | 'unknown'): ActionClient {
  clients += 1
  const connection = { baseUrl: `http://model${clients}`, prefix: '/a', tokenHeader: 'Authorization', token: null }
  const made = createActionClient(() => Promise.reject(new Error('Nothing is sent')), connection, window.location)
  made.profile.learn('asked', { sql, rangeFilters: 'no', service: 'ckan' })
  return {
    ...made,
    search: (params, options) =>
      played(() => {
        const answer = modelAnswer(modelTable(changes), askedBy(params), params)
        return { answer, milliseconds: 1, leftOut: [] }
      }, options),
  }
}

/** The query that the parameters of a search stand for. */
function askedBy(params: Readonly<Record<string, unknown>>): Query {
  const { filters, sort } = params
  const where = Object.entries(typeof filters === 'object' ? (filters ?? {}) : {}).flatMap(([field, values]) =>
    [values].flat().map((value: unknown) => ({ id: '', field, op: 'is', values: [String(value)] })),
  )
  const [key] = Array.isArray(sort) ? sort.map(String) : []
  const [name = '', direction] = key?.split(' ') ?? []
  return queryOf({
    ...START,
    where,
    sort: key === undefined ? [] : [{ field: name, descending: direction === 'desc' }],
  })
}

/** What the page has drawn last. */
interface Seen {
  records: Records | null
  details: HeaderDetails | null
  set: (shown: Shown) => void
  profile: (column: string | null) => void
}

const always = () => true

function Page({ client, seen }: { readonly client: ActionClient; readonly seen: Seen }) {
  const [shown, setShown] = useState(START)
  const [profiled, setProfiled] = useState<string | null>(null)
  const [details, setDetails] = useState<HeaderDetails | null>(null)
  const [grid] = useState(() => createRef<null>())
  const query = shown.isGrouped ? null : queryOf(shown)
  const records = useRecords('i', query && surePlan(client, query))
  // oxlint-disable-next-line react/immutability -- this is how the test sees what was drawn
  Object.assign(seen, { records, details, set: setShown, profile: setProfiled })
  const of = { instance: INSTANCE, client, canAsk: always, fields: records.fields, records, asked: ASKED }
  if (query === null) return null
  return (
    <>
      <Distributions
        {...of}
        grid={grid}
        onDetails={setDetails}
        profiled={profiled}
        showProfile={setProfiled}
        profile={() => setProfiled('kind')}
      />
      {details !== null &&
        records.fields.map(({ id }) => (
          <div key={id} id={id}>
            <details.Drawing column={id} width={200} />
          </div>
        ))}
      {profiled !== null && (
        <ColumnProfilePanel
          {...of}
          view={{ ...emptyView, where: query.where }}
          title="A table"
          profiled={profiled}
          tableId={null}
          showProfile={setProfiled}
        />
      )}
    </>
  )
}

/** Carries out a sequence, and looks at every figure after each step. */
async function follow(sql: 'on' | 'off' | 'unknown', steps: readonly ModelStep[]): Promise<void> {
  awaited = []
  changes = 0
  const client = modelClient(sql)
  const cache = createQueryClient()
  const seen: Seen = { records: null, details: null, set: () => undefined, profile: () => undefined }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  let history: readonly Shown[] = [START]
  let profiled: string | null = null
  const now = () => history.at(-1) ?? START
  const go = (change: Partial<Shown>) => {
    history = [...history, { ...now(), ...change }]
    seen.set(now())
  }
  const toggled = (place: number) => {
    const condition = MODEL_CONDITIONS[place]
    if (condition === undefined) return now().where
    // One for each field: what several ask together is said by a search where that is sure.
    const others = now().where.filter(({ field }) => field !== condition.field)
    return now().where.includes(condition) ? others : [...others, condition]
  }
  const take = async (step: ModelStep): Promise<void> => {
    switch (step.kind) {
      case 'filter':
        return go({ where: toggled(step.condition) })
      case 'typed':
        for (const condition of step.conditions) {
          await act(async () => go({ where: toggled(condition) }))
        }
        return undefined
      case 'clear':
        return go({ where: [] })
      case 'undo':
        history = history.length > 1 ? history.slice(0, -1) : history
        return seen.set(now())
      case 'sort':
        return go({ sort: now().sort.length > 0 ? [] : [{ field: 'n', descending: true }] })
      case 'limit':
        return go({ limit: now().limit === null ? 20 : null })
      case 'group':
        return go({ isGrouped: !now().isGrouped })
      case 'profile':
        profiled = profiled === null ? 'kind' : null
        return seen.profile(profiled)
      case 'change':
        // A record is changed where it is shown.
        if (now().isGrouped || seen.records?.status !== 'ready' || seen.records.stale || seen.records.fetching)
          return undefined
        changes += 1
        return seen.records.reload()
      case 'answer':
        return takeOne(Math.round(step.which * (awaited.length - 1)))?.answer()
      case 'fail':
        return takeOne(0)?.fail()
      case 'answerAll':
        for (const each of awaited.splice(0)) each.answer()
        return undefined
      case 'wait':
        await pass(step.ms)
    }
  }
  const settled = async () => {
    await act(async () => {
      for (const each of awaited.splice(0)) each.answer()
      await pass(130)
    })
  }
  try {
    await act(async () =>
      root.render(
        <QueryClientProvider client={cache}>
          <Page client={client} seen={seen} />
        </QueryClientProvider>,
      ),
    )
    for (const step of steps) {
      await act(async () => {
        await take(step)
        await pass(0)
      })
      look()
    }
    // In the end all that is asked is answered, and every header says something of the records under it.
    await act(async () => go({ isGrouped: false }))
    await act(async () => seen.records?.reload())
    // Parts of the page that are loaded late take as long as the machine needs.
    const isSilent = () => ['kind', 'n'].some((name) => seen.details?.said(name) === null)
    for (let turn = 0; turn < 60 && (turn < 2 || awaited.length > 0 || isSilent()); turn += 1) {
      await settled()
      look()
    }
    expect(awaited).toEqual([])
    expect(seen.records).toMatchObject({ status: 'ready', stale: false, fetching: false })
    expect(queryText(seen.records?.of ?? queryOf(START))).toBe(queryText(queryOf(now())))
    for (const name of ['kind', 'n']) {
      expect(seen.details?.said(name)).not.toBeNull()
      expect(container.querySelector(`#${name} :is([data-before], [inert])`)).toBeNull()
    }
  } finally {
    await act(async () => root.unmount())
    cache.clear()
    container.remove()
  }

  /** Compares every figure that is shown or kept with a count of its own. */
  function look(): void {
    for (const { queryKey, state } of cache.getQueryCache().getAll()) {
      const [, what, , field, text] = queryKey
      const query = QUERIES.get(String(text))
      if (state.data === undefined || query === undefined) continue
      const tables = Array.from({ length: changes + 1 }, (_, at) => matching(modelTable(at), query))
      const name = String(field).replace(/^.* /, '')
      const wrong = tables.map((table) => wrongKept(state.data, table, name))
      if (!wrong.includes(null)) throw new Error(`${String(what)} of ${name} in ${String(text)}: ${wrong.join(' or ')}`)
    }
    const { records, details } = seen
    if (now().isGrouped || records === null || records.of === null) return
    const { of } = records
    const ids = Array.from({ length: Math.min(30, records.rowCount) }, (_, row) => Number(records.rows.cell(row, 0)))
    // Changes may have left the first records as they were.
    const tables = Array.from({ length: changes + 1 }, (_, at) => modelTable(at)).filter((table) => {
      const own = shownRecords(table, of)
      return own.length === records.rowCount && ids.every((id, row) => own[row]?.id === id)
    })
    const wrong = tables.map((table) => wrongInHeader(matching(table, of)) ?? wrongInPanel(matching(table, of)))
    if (wrong.length === 0) throw new Error(`These are no rows of ${queryText(of)}: ${ids.join()}`)
    if (!wrong.includes(null)) throw new Error(wrong.join(' or '))
    lookAtWords(of, details)
  }

  /** The value that the header names has the share that it says, among the records below it. */
  function wrongInHeader(own: ReturnType<typeof matching>): string | null {
    const line = container.querySelector('#kind [class*="line"]:not([inert])')
    const [value, share] = [...(line?.querySelectorAll('[class*="caption"] > span') ?? [])].map(
      (each) => each.textContent,
    )
    if (line === null || value === undefined || !share) return null
    const aside = line.querySelector('[class*="aside"]')
    const sample = /^From (?:a sample of|the first) (\d+)(?: of (\d+))? records\.$/.exec(
      aside?.getAttribute('title') ?? '',
    )
    if (sample !== null) {
      const [words, of, total] = sample
      return Number(of) > own.length || Number(total ?? own.length) !== own.length
        ? `The header says ${words} and there are ${own.length}`
        : null
    }
    const right = shareWords(own.filter(({ kind }) => kind === value).length, own.length)
    return share === right ? null : `The header says ${value} ${share}, and ${right} is right`
  }

  /** What a screen reader hears is said of the records that are shown, or nothing is. */
  function lookAtWords(of: Query, details: HeaderDetails | null): void {
    for (const [name, kind] of [['kind', 'text'] as const, ['n', 'integer'] as const]) {
      const said = details?.said(name) ?? null
      if (said === null) continue
      const kept = cache
        .getQueryCache()
        .findAll({ queryKey: ['i'] })
        .filter(
          ({ queryKey: [, , , field, text] }) =>
            String(field).endsWith(` ${name}`) && text === queryText(recordsOf(of)),
        )
        .flatMap(({ state }) => (isDistribution(state.data) ? saidOf(state.data, kind).description : []))
      if (!kept.includes(said.description)) throw new Error(`It is said of ${name}: ${said.description}`)
    }
  }

  function wrongInPanel(own: ReturnType<typeof matching>): string | null {
    const told = container.querySelector('[class*="figures"][aria-busy="false"] [class*="provenance"]')?.textContent
    const [, number] = /^From all (\d+)/.exec(told ?? '') ?? []
    return number === undefined || Number(number) === own.length
      ? null
      : `The profile says ${told}, and there are ${own.length}`
  }
}

/** Lets so many ms pass, and whatever follows from what has come by then: nothing here waits for anything else. */
async function pass(ms: number): Promise<void> {
  await allPromises()
  vi.advanceTimersByTime(ms)
  await allPromises()
  vi.advanceTimersByTime(1)
  await allPromises()
}

/** Figures are worked out in tasks of their own, each of which may lead to the next. */
async function allPromises(): Promise<void> {
  for (let task = 0; task < 12; task += 1) {
    for (let turn = 0; turn < 40; turn += 1) await Promise.resolve()
    await nextTask()
  }
}

/** A task that no timer is needed for: these are the test's. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

function takeOne(place: number): Awaited | undefined {
  return awaited.splice(place, 1)[0]
}

/** What is wrong with an answer that the cache keeps. */
function wrongKept(data: unknown, own: ReturnType<typeof matching>, name: string): string | null {
  if (isDistribution(data)) return wrongIn(data, own, name)
  if (isProfile(data)) return wrongIn(data.distribution, own, name)
  if (!isFacet(data)) return null
  const { values, coverage } = data
  const count = (value: unknown) => own.filter((record) => valueOf(record, name) === value).length
  const wrong = values.find((each) => {
    const right = count(JSON.parse(each.value))
    return coverage.kind === 'all' ? each.count !== right : each.count > right
  })
  return wrong === undefined ? null : `${wrong.value} ${wrong.count} times`
}

function isDistribution(data: unknown): data is Distribution {
  return typeof data === 'object' && data !== null && 'shape' in data
}

function isProfile(data: unknown): data is ColumnProfile {
  return typeof data === 'object' && data !== null && 'lowerQuartile' in data
}

function isFacet(data: unknown): data is Facet {
  return typeof data === 'object' && data !== null && 'values' in data
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterAll(() => {
  vi.useRealTimers()
})

test(
  'no header, profile or facet ever shows a figure of other records than those below it',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom('on', 'off', 'unknown'), modelSteps, follow), {
      numRuns: SEQUENCES,
      endOnFailure: true,
    })
  },
)
