import { parentPort, workerData } from 'node:worker_threads'
import type { HostMessage } from '../protocol/workerMessages.ts'
import { serveWorker } from '../protocol/serveWorker.ts'
import { isEngineBroken } from './databaseError.ts'
import { openPglite } from './pgliteFolder.ts'
import { createPgliteSql } from './pglite.ts'
import { createService } from './service.ts'
import { serviceOptions, type ServiceSettings } from './serviceOptions.ts'

/** What the main thread hands to this worker, which holds PGlite and the service on it. */
export interface EngineWorkerData {
  readonly dataFolder: string
  readonly sample: string | null
  readonly service: ServiceSettings
}

const port = parentPort
if (port) {
  // Both ends of this port are ours, in one build: there is nothing to be parsed.
  const settings: EngineWorkerData = workerData
  serveWorker(
    {
      post: (message, transfer) => port.postMessage(message, [...transfer]),
      onMessage: (listener) => port.on('message', (message: HostMessage) => listener(message)),
    },
    async () => {
      const sql = createPgliteSql(await openPglite(settings.dataFolder, settings.sample))
      const options = serviceOptions(settings.service)
      const service = await createService(sql, {
        ...options,
        onFailure(request, error) {
          options.onFailure(request, error)
          // This thread alone: the other one answers for it, opens another, and carries on with who waits.
          if (isEngineBroken(error)) process.exit(1)
        },
      })
      return Object.assign((request: Request) => service(request), { close: () => sql.close() })
    },
  )
}
