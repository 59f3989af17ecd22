import type { QueryClient } from '@tanstack/react-query'
import type { ActionClient } from '../instances/client/actionClient.ts'
import { extentOfAnswer } from '../rows/answerExtent.ts'
import { NO_VALUES, type ParameterValues } from '../query/parameterValues.ts'
import type { SqlAnswer } from '../protocol/answers.ts'
import { jsonToPlain, type JsonText } from '../protocol/jsonText.ts'
import { forgetEndedRuns, noteEndedRun, type FirstRows, type RunRecord } from './endedRuns.ts'
import { startRun, type Run, type RunState } from './run.ts'

/** The answer to a statement. */
export interface AnsweredStatement {
  /** As it was sent, with the values of its parameters. */
  readonly sql: string
  readonly answer: SqlAnswer
  readonly milliseconds: number
  /** When it came, ms since 1970. */
  readonly at: number
  /** Who is asked for more of it; left out if that is the instance that was asked. */
  readonly by?: ActionClient
}

/** A statement as it is written, and as it is sent. */
export interface StatementToRun {
  readonly text: string
  readonly sql: string
  /** Where it begins in the text that is run; absent: that is the text. */
  readonly start?: number
  /** Where a place of what is sent is in what is written; absent: they are the same. */
  readonly placeIn?: (offset: number) => number
}

/** One statement of a text that was run, and the last answer that any run of that text brought to it. */
export interface StatementRun {
  readonly id: string
  readonly statement: StatementToRun
  /** null before it was sent: the one before it is still running, or was stopped. */
  readonly run: Run<AnsweredStatement> | null
  readonly last: AnsweredStatement | null
  /** When it was sent, ms since 1970; null before. */
  readonly startedAt: number | null
}

/** The latest run of a text: its statements are sent one after the other, whether or not one fails. */
export interface SqlRun {
  readonly id: string
  readonly statements: readonly StatementRun[]
  /** Stops the statement that is running, and sends none of the rest. */
  readonly stop: () => void
}

/** What is run, and where; the answer to one token is never shown to another. */
export interface SqlPlace {
  readonly instanceId: string
  readonly client: ActionClient
  /** The text, of one or several statements. */
  readonly sql: string
  /** Its parameters' values. */
  readonly parameters?: ParameterValues | undefined
  /** The statements of the text; absent: it is sent as one. */
  readonly statements?: readonly StatementToRun[] | undefined
  /** Whose question it is; absent: the instance's one. */
  readonly sheetId?: string | undefined
}

/**
 * The runs of texts, the latest of each. A text runs when someone runs it or opens its link, never again by itself; one
 * that nobody looks at any more is stopped, and its answers forgotten after a minute.
 */
export interface SqlRuns {
  readonly get: (place: SqlPlace) => SqlRun | null
  readonly subscribe: (listener: () => void) => () => void
  /** Runs the text; a run of it that is still going is stopped. */
  readonly start: (place: SqlPlace) => void
  /** Shows the text, which runs unless it has run before. Call the result when it is no longer shown. */
  readonly show: (place: SqlPlace) => () => void
  /** Stops and forgets the runs of an instance. */
  readonly forget: (instanceId: string) => void
}

/** The runs that live as long as that cache. */
export function sqlRunsOf(cache: QueryClient): SqlRuns {
  const known = runsOfCaches.get(cache)
  if (known !== undefined) return known
  const made = createSqlRuns()
  runsOfCaches.set(cache, made)
  return made
}

/** Forgets every answer of an instance and stops what is running; for when its address or token has changed. */
export function forgetAnswers(cache: QueryClient, instanceId: string): void {
  cache.removeQueries({ queryKey: [instanceId] })
  sqlRunsOf(cache).forget(instanceId)
  forgetEndedRuns(instanceId)
}

/** No runs yet. */
export function createSqlRuns(): SqlRuns {
  const kept = new Map<string, SqlRun & { readonly instanceId: string }>()
  const shown = new Map<string, number>()
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const start = (place: SqlPlace) => {
    const key = keyOf(place)
    const before = kept.get(key)
    before?.stop()
    const statements = place.statements ?? [{ text: place.sql, sql: place.sql }]
    const { instanceId } = place
    let isBegun = false
    const put = (run: SqlRun) => {
      // Another one took its place, or it was forgotten.
      if (isBegun && kept.get(key)?.id !== run.id) return
      isBegun = true
      kept.set(key, { ...run, instanceId })
      changed()
    }
    runInTurn(place, statements, (index) => before?.statements[index]?.last ?? null, put)
  }
  const left = (key: string) => {
    if (shown.has(key)) return
    kept.get(key)?.stop()
    const forget = () => {
      leaving.delete(key)
      const entry = kept.get(key)
      if (entry === undefined) return
      // That a run was stopped is remembered, or the text would run again by itself.
      if (entry.statements.some(({ run }) => run?.state.get().kind === 'stopped'))
        kept.set(key, { ...entry, statements: entry.statements.map((each) => ({ ...each, last: null })) })
      else kept.delete(key)
    }
    leaving.set(key, setTimeout(forget, KEPT_MS))
  }
  return {
    get: (place) => kept.get(keyOf(place)) ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    show(place) {
      const key = keyOf(place)
      clearTimeout(leaving.get(key))
      leaving.delete(key)
      shown.set(key, (shown.get(key) ?? 0) + 1)
      if (place.sql !== '' && !kept.has(key)) start(place)
      return () => {
        const others = (shown.get(key) ?? 1) - 1
        if (others > 0) shown.set(key, others)
        else shown.delete(key)
        // What leaves may be shown again at once, as by a new drawing.
        queueMicrotask(() => left(key))
      }
    },
    forget(instanceId) {
      for (const [key, entry] of kept) {
        if (entry.instanceId !== instanceId) continue
        kept.delete(key)
        entry.stop()
      }
      changed()
    },
  }
}

/** Sends the statements one after the other; `put` gets what is known after each step. */
function runInTurn(
  place: SqlPlace,
  statements: readonly StatementToRun[],
  lastOf: (index: number) => AnsweredStatement | null,
  put: (run: SqlRun) => void,
): void {
  const id = newId()
  let isStopped = false
  let all: readonly StatementRun[] = statements.map((statement, index) => ({
    id: newId(),
    statement,
    run: null,
    last: lastOf(index),
    startedAt: null,
  }))
  const publish = () => put({ id, statements: all, stop })
  const stop = () => {
    isStopped = true
    for (const { run } of all) run?.stop()
  }
  const change = (index: number, part: Partial<StatementRun>) => {
    all = all.map((each, at) => (at === index ? { ...each, ...part } : each))
    publish()
  }
  const send = (index: number) => {
    const each = all[index]
    if (each === undefined || isStopped) return
    const startedAt = Date.now()
    const run = startRun((signal) => ask(place.client, each.statement.sql, signal))
    run.state.subscribe(() => {
      const state = run.state.get()
      noteEndedRun({ ...recordOf(place, each, startedAt, state), index })
      send(index + 1)
      change(index, state.kind === 'done' ? { last: state.value } : {})
    })
    change(index, { run, startedAt })
  }
  if (all.length === 0) publish()
  send(0)
}

async function ask(client: ActionClient, sql: string, signal: AbortSignal): Promise<AnsweredStatement> {
  const timed = await client.sql(sql, { signal })
  const { profile } = timed.by ?? client
  profile.learn('noticed', { sqlGave: timed.answer.rows.length })
  return { sql, ...timed, at: Date.now() }
}

function recordOf(
  { client, instanceId, sheetId, parameters }: SqlPlace,
  { id, statement }: StatementRun,
  startedAt: number,
  state: RunState<AnsweredStatement>,
): Omit<RunRecord, 'index'> {
  const ended = { rows: null, message: null, firstRows: null, ...endOf(client, state) }
  return {
    id,
    sheetId: sheetId ?? instanceId,
    instanceId,
    text: statement.text,
    parameters: parameters ?? NO_VALUES,
    startedAt,
    endedAt: Date.now(),
    ...ended,
  }
}

function endOf(
  client: ActionClient,
  state: RunState<AnsweredStatement>,
): Pick<RunRecord, 'outcome'> & Partial<RunRecord> {
  switch (state.kind) {
    case 'running':
    case 'stopped':
      return { outcome: 'stopped' }
    case 'failed':
      return { outcome: 'failed', message: state.error.message }
    case 'done': {
      const { sql, answer, milliseconds, by } = state.value
      const { service, rowCap, sqlGave } = (by ?? client).profile.get()
      const known = { isTold: service !== null, rowCap, gave: sqlGave ?? 0 }
      const { cut } = extentOfAnswer(sql, answer, milliseconds, known, null)
      // What comes from elsewhere would stay when that is removed.
      const firstRows = by === undefined ? firstRowsOf(answer) : null
      return { outcome: cut === null ? 'rows' : 'cut', rows: answer.rows.length, firstRows }
    }
  }
}

function firstRowsOf({ fields, rows }: SqlAnswer): FirstRows {
  return {
    fields: fields.slice(0, 6).map(({ id }) => id),
    rows: rows.slice(0, 3).map((row) => fields.slice(0, 6).map((_, at) => shortText(row[at]))),
  }
}

function shortText(value: JsonText | undefined): string | null {
  return value === undefined || value === 'null' ? null : jsonToPlain(value).slice(0, 80)
}

/** Unlike those of another session too, as what is told of runs may be kept. */
function newId(): string {
  return `run:${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join('')}`
}

const runsOfCaches = new WeakMap<QueryClient, SqlRuns>()

/** Long enough to look at something else and come back. */
const KEPT_MS = 60_000

function keyOf({ instanceId, client, sql, parameters }: SqlPlace): string {
  return JSON.stringify([instanceId, client.identity, sql, Object.entries(parameters ?? NO_VALUES)])
}
