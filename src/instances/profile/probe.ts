import type { Handler } from '../../protocol/handler.ts'
import { asker } from '../transport/asker.ts'
import type { Connection } from '../transport/connection.ts'
import type { Capabilities, FactValues } from './facts.ts'
import { NO_TOKEN, UNCHECKED, type TokenFound } from './facts/token.ts'
import { tableToAsk } from './probing.ts'
import { unknownCapabilities } from './profile.ts'
import { QUESTIONS } from './questions.ts'
import { askService, type ServiceFound } from './questions/service.ts'
import { checkToken } from './questions/token.ts'

/** What is known before the probe, so that it is not asked for again. */
export interface ProbeKnowledge {
  /** How many tables are listed; null if there is no list. */
  readonly tables: number | null
  /** There is no list of tables, so the server is asked nothing else that the interface does not name. */
  readonly isBare?: boolean
  /** There are more than these. */
  readonly moreTables?: boolean | undefined
  /** A table that answers, by id; needed if no table is listed. */
  readonly resource: string | null
  /** What `askService` found; asked for if left out. */
  readonly service?: ServiceFound | undefined
  /** What `checkToken` found; asked for if left out. */
  readonly token?: TokenFound | undefined
}

/** What a probe found, and when it began, ms since 1970: what is noticed after that is newer. */
export interface Probed {
  readonly at: number
  readonly found: Capabilities & Partial<Pick<FactValues, 'explains' | 'functions'>>
}

/**
 * Finds out what a server can do, by few small requests: only the interface's own parameters as long as the server does
 * not say what it is, and none that is preflighted without a token. What it leaves open stays unknown. Rejects with a
 * `NetworkError` if nothing answers at all, and with the cancellation.
 */
export async function probe(
  handler: Handler,
  connection: Connection,
  page: { origin: string },
  known: ProbeKnowledge,
  signal?: AbortSignal,
): Promise<Probed> {
  const at = Date.now()
  if (known.isBare === true) return { at, found: foundOfBare(connection) }
  const ask = asker(handler, connection, page, signal)
  const [service, ...first] = await Promise.all([
    known.service ?? askService(ask),
    ...QUESTIONS.first.map((question) => question({ ask })),
  ])
  const probing = {
    ask,
    isTold: service.isTold,
    service: service.name,
    table: tableToAsk(known.tables, known.resource),
  }
  const second = await Promise.all(QUESTIONS.second.map((question) => question(probing)))
  const token = known.token ?? (await checkToken(ask, connection, service))
  if (ask.answered() === 0 && known.service === undefined) throw ask.lost()
  const more = known.moreTables === true ? { moreTables: true } : {}
  const { name, explains, functions } = service
  const told = { service: name, explains, functions, tables: known.tables, ...more, ...token }
  const found = Object.assign(told, ...first, ...second)
  return { at, found }
}

/** What the interface promises, and no more: the rest is noticed, or stays open. */
function foundOfBare({ token }: Connection): Capabilities {
  return { ...unknownCapabilities(), ...(token === null ? NO_TOKEN : UNCHECKED) }
}
