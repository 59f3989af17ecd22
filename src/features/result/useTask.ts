import { useEffect, useRef, useState } from 'react'
import type { ReadOptions } from '../../results/readStatement.ts'

/** How far a task is: rows done, and of how many if that is known. */
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

/** One task about the result of that key. With another key it is stopped, and how it ended is forgotten. */
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
    const show = (state: TaskState<T>) => {
      if (!signal.aborted) setCurrent({ key, state })
    }
    show({ kind: 'running', done: 0, total: null })
    run({ signal, onProgress: (done, total) => show({ kind: 'running', done, total }) }).then(
      (value) => show({ kind: 'done', value }),
      (error: unknown) => show({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
    )
  }
  return { state: current.key === key ? current.state : IDLE, start, stop }
}

const IDLE = { kind: 'idle' } as const
