import type { AskedRequest } from '../protocol/handler.ts'
import type { ServerSettings } from './serverSettings.ts'
import type { ServiceOptions } from './service.ts'
import { tokenAccess } from './auth/tokenAccess.ts'
import { isOutOfReach } from './sql/databaseError.ts'

/** The service's part of a server's settings: plain data that can be passed to a thread. */
export type ServiceSettings = Pick<
  ServerSettings,
  'token' | 'tokenFile' | 'isPrivate' | 'sql' | 'sqlFunctions' | 'cors' | 'rowsDefault' | 'rowsMax'
> & { readonly limits: Readonly<Record<string, number>> }

/** Picks the settings that the service needs. */
export function serviceSettings(settings: ServerSettings): ServiceSettings {
  const { token, tokenFile, isPrivate, sql, sqlFunctions, cors, rowsDefault, rowsMax } = settings
  return { token, tokenFile, isPrivate, sql, sqlFunctions, cors, rowsDefault, rowsMax, limits: limitsOf(settings) }
}

/** What `status_show` says of the limits: times in seconds, sizes in MB. */
function limitsOf(settings: ServerSettings): Readonly<Record<string, number>> {
  return {
    timeout_s: settings.timeoutMs / 1000,
    reader_timeout_s: settings.readerTimeoutMs / 1000,
    temp_file_mb: settings.tempFileMb,
    ...(settings.databaseUrl === null
      ? { reader_memory_mb: settings.readerMemoryMb }
      : { sql_places: settings.sqlPlaces }),
  }
}

/** The options of a server's service: rights by token, limits, and failures on stderr. */
export function serviceOptions(settings: ServiceSettings) {
  const { token, tokenFile, isPrivate, sql, sqlFunctions, cors, rowsDefault, rowsMax, limits } = settings
  return {
    access: tokenAccess({ token, file: tokenFile, isPrivate, onProblem: (problem) => console.error(problem) }),
    sql,
    sqlFunctions,
    cors,
    rowsDefault,
    rowsMax,
    limits,
    onSlowFilter: (sentence: string) => console.error(`${new Date().toISOString()} ${sentence}`),
    // Only the path: a query string may hold private data.
    onFailure: (request: AskedRequest, error: unknown, status: number) =>
      console.error(
        `${new Date().toISOString()} ${status} ${request.method} ${new URL(request.url).pathname}:`,
        // Where it was found out says nothing, and each request says it again while it lasts.
        isOutOfReach(error) ? error.message : error,
      ),
  } satisfies ServiceOptions
}
