import type { ColumnChoice } from './columnChoices.ts'
import { firstBadName } from './columnChoices.ts'
import type { TargetChoice } from './place/targets.ts'

/** Why a table can't be made yet: the first thing to do, in the order of the form. */
export type Missing = 'reading' | 'nameTaken' | 'dataset' | 'resource' | 'columnName' | 'jsonInKey' | 'checkingKey'

export interface PlannedTable {
  /** The file is being read again. */
  readonly isReading: boolean
  /** Another table has the name that was typed. */
  readonly isNameTaken: boolean
  readonly target: TargetChoice
  readonly columns: readonly ColumnChoice[]
  readonly keys: readonly number[]
  readonly isCheckingKey: boolean
}

/** What is missing before the table can be made; null if nothing is. */
export function whatIsMissing(plan: PlannedTable): Missing | null {
  const { target, columns, keys } = plan
  if (plan.isReading) return 'reading'
  if (plan.isNameTaken) return 'nameTaken'
  if (target.kind !== 'own' && target.id.trim() === '') return target.kind
  if (firstBadName(columns) !== -1) return 'columnName'
  if (keys.some((place) => columns[place]?.type === 'json')) return 'jsonInKey'
  return plan.isCheckingKey ? 'checkingKey' : null
}

/** A name like this one that no table has: `movies_2` for `movies`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}
