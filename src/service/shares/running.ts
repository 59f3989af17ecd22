import type { Lane } from './queue.ts'
import type { Work, WorkKey } from './work.ts'

/** A piece of work that the engine is doing. */
export interface Running {
  readonly work: Work
  /** The one it came from. */
  readonly lane: Lane
  readonly since: number
  /** How long it may run before it is ended for others. */
  readonly grace: number
  isEnded: boolean
}

export interface RunningOptions {
  /** From here on, a read is slow. */
  readonly slowMs: () => number
  /** How many times as long as alone quick work takes now. */
  readonly slowdown: () => number
  readonly now: () => number
}

/** What the engine is doing. */
export interface RunningWork {
  readonly all: ReadonlySet<Running>
  add(each: Running): void
  /** False if it was taken out before. */
  remove(each: Running): boolean
  /** How long it has taken, without what others' heavy work cost it if it was expected to be quick. */
  tookMs(each: Running): number
  /** Work that began as another kind of read may have turned out slow. */
  isSlow(each: Running): boolean
  /** What may slow quick work: all but that, and writes. */
  heavy(): readonly Running[]
  /** How much of a client's work began as quick. */
  quickOf(client: string): number
  /** Work of the same client and shape. */
  alike(work: WorkKey): readonly Running[]
  end(each: Running): void
}

export function createRunningWork({ slowMs, slowdown, now }: RunningOptions): RunningWork {
  const all = new Set<Running>()

  const tookMs = ({ lane, since }: Running): number => (now() - since) / (lane === 'quick' ? slowdown() : 1)
  const isSlow = (each: Running): boolean =>
    each.work.kind === 'read' && (each.lane === 'slow' || tookMs(each) >= slowMs())

  return {
    all,
    add: (each) => void all.add(each),
    remove: (each) => all.delete(each),
    tookMs,
    isSlow,
    heavy: () => [...all].filter((each) => each.work.kind !== 'write' && (each.lane !== 'quick' || isSlow(each))),
    quickOf: (client) => [...all].filter(({ lane, work }) => lane === 'quick' && work.client === client).length,
    alike: ({ client, shape }) => [...all].filter(({ work }) => work.client === client && work.shape === shape),
    end(each) {
      each.isEnded = true
      each.work.end?.()
    },
  }
}
