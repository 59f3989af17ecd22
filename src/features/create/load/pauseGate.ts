/** A gate before each piece of work; while it is shut, work waits. */
export class PauseGate {
  #isShut = false
  readonly #waiting = new Set<() => void>()

  shut(): void {
    this.#isShut = true
  }

  open(): void {
    this.#isShut = false
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const go of waiting) go()
  }

  /** Resolves when the gate is open; rejects with the reason when the signal is aborted before. */
  pass(signal: AbortSignal): Promise<void> {
    if (!this.#isShut) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const stop = () => {
        this.#waiting.delete(go)
        reject(signal.reason)
      }
      if (signal.aborted) {
        stop()
        return
      }
      signal.addEventListener('abort', stop, { once: true })
      this.#waiting.add(go)
    })
  }
}
