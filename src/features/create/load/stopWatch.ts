/** Counts milliseconds, except while halted. */
export class StopWatch {
  #before = 0
  #since: number | null = performance.now()

  halt(): void {
    this.#before = this.milliseconds
    this.#since = null
  }

  go(): void {
    this.#since ??= performance.now()
  }

  get milliseconds(): number {
    return this.#before + (this.#since === null ? 0 : performance.now() - this.#since)
  }

  get paused(): boolean {
    return this.#since === null
  }
}
