import type { Handler } from '../protocol/handler.ts'
import type { ActionClient } from './client/actionClient.ts'
import { createActionClient } from './client/createActionClient.ts'
import { throwingAfter } from './client/throwingAfter.ts'
import type { Instance } from './instance.ts'
import type { ProfileStore } from './profile/profile.ts'
import { profiles } from './profile/profiles.ts'
import { requestLog } from './transport/requestLog.ts'

/** One instance as one person uses it: asked through `client`, and known by `profile`. */
export interface Session {
  readonly instance: Instance
  readonly client: ActionClient
  /** The same as the client's. */
  readonly profile: ProfileStore
}

/** The page as its sessions know it. */
export interface SessionPage {
  /** The explorer's own. */
  readonly origin: string
  /** Awaited before an error is thrown, so that the page has the words for it. */
  readonly beforeErrors: () => Promise<unknown>
}

/** The session of an instance with that token; its requests go to the log of the page. */
export function openSession(handler: Handler, instance: Instance, token: string | null, page: SessionPage): Session {
  const { id, baseUrl, prefix, tokenHeader } = instance
  const connection = { baseUrl, prefix, tokenHeader, token }
  const profile = profiles.kept(connection)
  const client = createActionClient(requestLog.keep(handler, id), connection, page)
  return { instance, profile, client: throwingAfter(client, page.beforeErrors) }
}
