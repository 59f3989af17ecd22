import type { Underline } from './underlines.ts'

/** The piece at a place of the text, an error before a warning. */
export function underlineAt(shown: readonly Underline[], offset: number): Underline | null {
  const here = shown.filter(({ start, end }) => start <= offset && offset <= end)
  return here.find(({ severity }) => severity === 'error') ?? here[0] ?? null
}

/** The first piece behind a place, or the first of all. */
export function underlineAfter(shown: readonly Underline[], offset: number): Underline | null {
  return shown.find(({ start }) => start > offset) ?? shown[0] ?? null
}

/** The last piece before a place, or the last of all. */
export function underlineBefore(shown: readonly Underline[], offset: number): Underline | null {
  return shown.findLast(({ start }) => start < offset) ?? shown.at(-1) ?? null
}
