import type { Operator } from '../operator.ts'
import { registerOperators } from './registry.ts'

/** Every operator, in the order of lists: each file of a folder in here is one, so that adding one changes no other file. */
export const all: readonly Operator[] = Object.values(
  import.meta.glob<Operator>(['./*/*.ts', '!./*/*.test.ts'], { eager: true, import: 'operator' }),
).toSorted((a, b) => a.rank - b.rank)

registerOperators(all)
