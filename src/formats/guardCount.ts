import type { Guarded, GuardKind } from './exportFormat.ts'

/** Counts what a file can't hold as the server sent it, by kind and column. */
export class GuardCount {
  readonly #counts = new Map<GuardKind, { count: number; columns: Set<string> }>()

  add(kind: GuardKind, column: string | null, count = 1): void {
    const known = this.#counts.get(kind) ?? { count: 0, columns: new Set<string>() }
    known.count += count
    if (column !== null) known.columns.add(column)
    this.#counts.set(kind, known)
  }

  /** What was counted, in the order in which it came up. */
  all(): readonly Guarded[] {
    return [...this.#counts].map(([kind, { count, columns }]) => ({ kind, count, columns: [...columns] }))
  }
}
