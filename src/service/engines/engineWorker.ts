import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData, type MessagePort } from 'node:worker_threads'
import type { AskedRequest } from '../../protocol/handler.ts'
import { isWrite } from '../../protocol/isWrite.ts'
import { serveWorker } from '../../protocol/worker/serveWorker.ts'
import { engineAfter } from '../sql/databaseError.ts'
import { createDiskRoom, refuseWritesWithoutRoom } from './diskRoom.ts'
import { isHealthy } from './health.ts'
import { openPglite, pglitePath } from './pgliteFolder.ts'
import { createPgliteSql } from './pglite.ts'
import { watchProgramEnd } from './programEnd.ts'
import { createService } from '../service.ts'
import { limitMemory } from './memoryLimit.ts'
import { serviceOptions, type ServiceSettings } from '../serviceOptions.ts'
import { SHARED } from './thread/sharedNumbers.ts'
import { createStatementEnd } from './thread/statementEnd.ts'
import { createStopSwitch, type StopSwitch } from './stopSwitch.ts'
import { warmUp } from './warmUp.ts'
import { engineHost } from './thread/threadPort.ts'

/** What the main thread passes to this worker, which runs PGlite and the service on it. */
export interface EngineWorkerData {
  /** To the main thread. */
  readonly port: MessagePort
  /** PostgreSQL's program, compiled once for all successive workers. */
  readonly program: WebAssembly.Module
  /** See `thread/sharedNumbers.ts`. */
  readonly shared: Int32Array
  readonly dataFolder: string
  readonly sample: string | null
  /** The most that a statement's temporary files may hold, in MB. */
  readonly tempFileMb: number
  /** The most memory that the engine may have for reading, in MB. */
  readonly readerMemoryMb: number
  readonly service: ServiceSettings
}

// Both ends of this port come from one build, so nothing needs to be parsed.
const settings: EngineWorkerData = workerData
const { port, shared } = settings
let stopSwitch: StopSwitch | null = null
const host = engineHost(port, shared)
const end = createStatementEnd(shared, () => host.isWaiting())
serveWorker(
  host,
  async () => {
    const room = createDiskRoom(settings.dataFolder)
    room.release()
    // Of a process that was killed. PostgreSQL's postmaster would remove them; PGlite has none.
    await rm(join(pglitePath(settings.dataFolder), 'base', 'pgsql_tmp'), { recursive: true, force: true })
    const db = await openPglite(settings.dataFolder, settings.sample, settings.program)
    // As on a full disk. Ends only this thread, as below.
    watchProgramEnd(db, () => process.exit(1))
    const stop = createStopSwitch(db, () => end.isToEnd())
    stopSwitch = stop
    const memory = limitMemory(db)
    const sql = createPgliteSql(db, {
      tempFileMb: settings.tempFileMb,
      onMakesWay(afterMs) {
        end.makeWay(afterMs)
        stop.arm()
      },
    })
    let isPrepared = false
    const isEnough = (): boolean => !isPrepared || room.isEnough()
    const options = serviceOptions(settings.service)
    let inDoubt = false
    const service = await createService(refuseWritesWithoutRoom(sql, { ...room, isEnough }), {
      ...options,
      onFailure(request, error, status) {
        options.onFailure(request, error, status)
        // Ends only this thread. The main thread answers the request, opens a new worker and carries on with the waiting ones.
        const state = engineAfter(error)
        if (state === 'broken') process.exit(1)
        if (state === 'doubtful') inDoubt = true
      },
    })
    const handler = async (request: AskedRequest): Promise<Response> => {
      // A write may be large. Parts of a dump, which are read later, have no more than the last request.
      memory.allow(isWrite(request) ? Infinity : settings.readerMemoryMb * 1024 * 1024)
      const answer = await service(request).finally(() =>
        Atomics.store(shared, SHARED.megabytes, memory.bytes / 1024 / 1024),
      )
      if (!inDoubt) return answer
      inDoubt = false
      if (!(await isHealthy(sql))) process.exit(1)
      return answer
    }
    // From now on: the service had to prepare its tables with what the reserve had left.
    isPrepared = true
    await warmUp(handler, settings.service.token)
    const close = (): Promise<void> => {
      // Closing writes, too.
      if (!room.isEnough()) room.release()
      return sql.close()
    }
    return Object.assign(handler, { close })
  },
  (id) => {
    end.begin(id)
    stopSwitch?.arm()
  },
)
