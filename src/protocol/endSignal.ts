import type { AskedSignal } from './handler.ts'

/** An `AbortController` and its signal take longer than most of what an answer takes beside the database. */
export class EndSignal implements AskedSignal {
  aborted = false
  reason: unknown = undefined
  #listeners: readonly (() => void)[] = []

  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason ?? new DOMException('This operation was aborted', 'AbortError')
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.aborted && !this.#listeners.includes(listener)) this.#listeners = [...this.#listeners, listener]
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    if (this.#listeners.length > 0) this.#listeners = this.#listeners.filter((each) => each !== listener)
  }
}
