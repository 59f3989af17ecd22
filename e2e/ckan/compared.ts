import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter'

/** Prints at the end what was compared, and how many requests each step took and how many of them were refused. */
export default class Compared implements Reporter {
  readonly #lines: string[] = []

  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    for (const { type, description = '' } of annotations) {
      if (type === 'step') this.#lines.push(`${test.titlePath().at(-2) ?? ''} · ${description}`)
    }
  }

  onEnd(): void {
    console.log(['', 'What was compared, and requests (refused):', ...this.#lines].join('\n'))
  }
}
