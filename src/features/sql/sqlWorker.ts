// oxlint-disable-next-line import/default -- Vite makes an address of it.
import address from '../../sql/worker/sqlWorker.ts?worker&url'
import { scriptUrl } from '../../embedded/scriptUrl.ts'
import type { Answered, AnswerOf, Asked, AskedOf, Kind, Told } from '../../sql/worker/messages.ts'

/** The worker that reads statements, which starts with the first message or question. */
export interface SqlWorker {
  readonly tell: (news: Told) => void
  /** null if another question of the kind came before its turn, or if the worker failed at it. */
  readonly ask: <K extends Kind>(kind: K, asked: AskedOf<K>) => Promise<AnswerOf<K> | null>
  /** Ends the worker, and with it all that it was told. */
  readonly end: () => void
}

/** What is used of a worker. */
interface Reader {
  postMessage(message: Told | Asked, transfer: Transferable[]): void
  addEventListener(type: 'message' | 'error', listener: (event: { readonly data?: Answered }) => void): void
  terminate(): void
}

interface Waiting {
  readonly asked: Asked
  /** The answer is that of the kind that was asked. */
  resolve(answer: AnswerOf<Kind> | null): void
}

/** The questions of one kind: one is under way at a time, and only the last one waits. */
interface Line {
  running: Waiting
  waiting: Waiting | null
}

/** Where workers come from is for tests. */
export function createSqlWorker(start: () => Reader = startWorker): SqlWorker {
  let worker: Reader | null = null
  let lastId = 0
  const lines = new Map<Kind, Line>()

  const send = (message: Told | Asked) => {
    if (worker === null) {
      worker = start()
      worker.addEventListener('message', ({ data }) => answered(data))
      worker.addEventListener('error', failed)
    }
    worker.postMessage(message, [])
  }
  const answered = (data?: Answered) => {
    for (const line of lines.values()) if (data && line.running.asked.id === data.id) goOn(line, data.answer)
  }
  /** A worker that can't be loaded answers nothing, also not what was sent to it meanwhile. */
  const failed = () => {
    for (const line of lines.values()) goOn(line, null)
  }
  const goOn = (line: Line, answer: AnswerOf<Kind> | null) => {
    const { running: done, waiting } = line
    if (waiting === null) lines.delete(done.asked.kind)
    else {
      line.running = waiting
      line.waiting = null
      send(waiting.asked)
    }
    done.resolve(answer)
  }
  const enqueue = (next: Waiting) => {
    const line = lines.get(next.asked.kind)
    if (line) {
      line.waiting?.resolve(null)
      line.waiting = next
      return
    }
    lines.set(next.asked.kind, { running: next, waiting: null })
    send(next.asked)
  }

  return {
    tell: send,
    ask: (kind, asked) => {
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        enqueue({ asked: { id, kind, asked }, resolve })
      })
    },
    end: () => {
      worker?.terminate()
      worker = null
      const all = [...lines.values()]
      lines.clear()
      for (const { running, waiting } of all) for (const each of [running, waiting]) each?.resolve(null)
    },
  }
}

function startWorker(): Worker {
  return new Worker(scriptUrl(address), { type: 'module' })
}
