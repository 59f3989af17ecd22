import { useEffect, useRef, useState } from 'react'
import type { ReadOptions } from '../client/readStatement.ts'

/** How far something is that was begun by hand: rows done, and of how many where that is known. */
export type TaskState<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number | null }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: Error }

export interface Task<T> {
  readonly state: TaskState<T>
  readonly start: (run: (options: ReadOptions) => Promise<T>) => void
  /** Stops it, or forgets how it ended. */
  readonly stop: () => void
}

/** One task about the result of that key: it is stopped, and its end forgotten, when the key is another. */
export function useTask<T>(key: string): Task<T> {
  const [current, setCurrent] = useState<{ key: string; state: TaskState<T> }>({ key, state: IDLE })
  const running = useRef<{ key: string; controller: AbortController } | null>(null)
  useEffect(
    () => () => {
      if (running.current?.key === key) running.current.controller.abort()
    },
    [key],
  )
  const stop = () => {
    running.current?.controller.abort()
    setCurrent({ key, state: IDLE })
  }
  const start = (run: (options: ReadOptions) => Promise<T>) => {
    running.current?.controller.abort()
    const controller = new AbortController()
    running.current = { key, controller }
    const { signal } = controller
    const tell = (state: TaskState<T>) => {
      if (!signal.aborted) setCurrent({ key, state })
    }
    tell({ kind: 'running', done: 0, total: null })
    run({ signal, onProgress: (done, total) => tell({ kind: 'running', done, total }) }).then(
      (value) => tell({ kind: 'done', value }),
      (error: unknown) => tell({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
    )
  }
  return { state: current.key === key ? current.state : IDLE, start, stop }
}

const IDLE = { kind: 'idle' } as const
