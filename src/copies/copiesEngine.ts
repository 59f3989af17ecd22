import type { ActionClient } from '../instances/client/actionClient.ts'
import { createActionClient } from '../instances/client/createActionClient.ts'
import { thisBrowser } from '../instances/instance.ts'
import type { EngineStatus } from '../protocol/engineStatus.ts'
import type { Handler } from '../protocol/handler.ts'

/** The database of the copies: opened by its first request, shared by the tabs of the page. */
export interface CopiesEngine {
  readonly handler: Handler
  readonly status: () => EngineStatus
}

/** Names it, once, when the page starts; a build without PostgreSQL has none. */
export function provideCopies(given: CopiesEngine, page: { readonly origin: string }): void {
  engine = given
  client = createActionClient(given.handler, COPIES, page)
}

/** The database of the copies; null in a build without PostgreSQL. */
export function copiesEngine(): CopiesEngine | null {
  return engine
}

/** Asks it as any service is asked. */
export function copiesClient(): ActionClient | null {
  return client
}

/** At the address of This browser, since it can do the same, but under another path, as it is another database. */
const COPIES = { ...thisBrowser, prefix: '/api/3/action', token: null }

let engine: CopiesEngine | null = null
let client: ActionClient | null = null
