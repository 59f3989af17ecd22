import type { ServerSettings } from './serverSettings.ts'
import type { ServiceOptions } from './service.ts'
import { tokenAccess } from './tokenAccess.ts'

/** What the service of a server is told; plain data, which can be handed to a thread. */
export type ServiceSettings = Pick<
  ServerSettings,
  'token' | 'tokenFile' | 'isPrivate' | 'cors' | 'rowsDefault' | 'rowsMax'
>

/** The part of a server's settings that its service needs. */
export function serviceSettings(settings: ServerSettings): ServiceSettings {
  const { token, tokenFile, isPrivate, cors, rowsDefault, rowsMax } = settings
  return { token, tokenFile, isPrivate, cors, rowsDefault, rowsMax }
}

/** The options of a service that a server runs: who may do what by its tokens, its limits, and its failures on stderr. */
export function serviceOptions(settings: ServiceSettings) {
  const { token, tokenFile, isPrivate, cors, rowsDefault, rowsMax } = settings
  return {
    access: tokenAccess({ token, file: tokenFile, isPrivate, onProblem: (problem) => console.error(problem) }),
    cors,
    rowsDefault,
    rowsMax,
    // The path alone: a query string may hold what is nobody else's business.
    onFailure: (request: Request, error: unknown) =>
      console.error(`${new Date().toISOString()} 500 ${request.method} ${new URL(request.url).pathname}:`, error),
  } satisfies ServiceOptions
}
