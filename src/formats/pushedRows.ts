/** Rows that one side gives and the other pulls: `push` waits until all that was given has been taken. */
export class PushedRows<T> implements AsyncIterable<T> {
  #waiting: readonly T[] = []
  #isEnded = false
  #taken: (() => void) | null = null
  #given: (() => void) | null = null

  async push(rows: readonly T[]): Promise<void> {
    if (rows.length === 0) return
    const taken = new Promise<void>((resolve) => {
      this.#taken = resolve
    })
    this.#waiting = rows
    this.#given?.()
    await taken
  }

  end(): void {
    this.#isEnded = true
    this.#given?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      const rows = this.#waiting
      this.#waiting = []
      yield* rows
      this.#taken?.()
      this.#taken = null
      if (this.#isEnded) return
      if (this.#waiting.length > 0) continue
      await new Promise<void>((resolve) => {
        this.#given = resolve
      })
    }
  }
}
