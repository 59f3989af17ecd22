import type { FieldKind } from '../protocol/field.ts'
import { boundsInOrder } from './boundsInOrder.ts'
import { readDate } from './dates/readDate.ts'
import { DATED, type Comparison } from './operator.ts'
import { operatorOf } from './operators/registry.ts'
import { readNumbers } from './readNumber.ts'

/** What typed values turn out to mean on a field of some kind. */
export type Settled =
  | { readonly is: 'clear'; readonly comparison: Comparison }
  /** A date or a number that can be read in two ways: which is meant has to be asked. */
  | { readonly is: 'unclear'; readonly value: string; readonly choices: readonly Comparison[] }
  | { readonly is: 'unreadable'; readonly value: string }

/** The comparison with its values as PostgreSQL reads them in one way only: numbers as digits, dates as ISO 8601. */
export function settled({ op, values }: Comparison, kind: FieldKind): Settled {
  const { takes } = operatorOf(op)
  const isPlain = takes === 'one' || takes === 'many' || takes === 'bounds' || takes === 'periods'
  if (!isPlain) return { is: 'clear', comparison: { op, values } }
  const meanings = values.map((value) => meaningsOf(value, kind))
  const [wrong] = values.filter((_, at) => meanings[at]?.length === 0)
  if (wrong !== undefined) return { is: 'unreadable', value: wrong }
  const [open] = values.filter((_, at) => (meanings[at]?.length ?? 0) > 1)
  const read = (place: number) => ({ op, values: meanings.map((all) => all[place] ?? all[0] ?? '') })
  if (open === undefined) return { is: 'clear', comparison: read(0) }
  // Two values beside each other are written in the same way.
  return { is: 'unclear', value: open, choices: [read(0), read(1)] }
}

/** The same for what is typed as one text, whose bounds are meant in whichever order they are written. */
export function settledTyped(comparison: Comparison, kind: FieldKind): Settled {
  const means = settled(comparison, kind)
  if (means.is === 'clear') return { is: 'clear', comparison: boundsInOrder(means.comparison, kind) }
  return means.is === 'unclear'
    ? { ...means, choices: means.choices.map((choice) => boundsInOrder(choice, kind)) }
    : means
}

function meaningsOf(value: string, kind: FieldKind): readonly string[] {
  if (DATED.includes(kind))
    return /^\d{4}-\d\d-\d\d[^/]*\/\d{4}-\d\d-\d\d[^/]*$/.test(value) ? [value] : readDate(value)
  if (kind !== 'integer' && kind !== 'numeric') return [value]
  return readNumbers(value, kind === 'integer')
}
