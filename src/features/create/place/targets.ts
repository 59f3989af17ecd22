import type { TableTarget } from '../tableToMake.ts'

/** Where the table goes, as chosen and typed. */
export interface TargetChoice {
  readonly kind: 'own' | 'dataset' | 'resource'
  readonly id: string
}

/** Where a table goes; one of its own gets its id when it is made. */
export type Place = Exclude<TableTarget, { kind: 'own' }> | { readonly kind: 'own' }

/** The kinds of place that a server has. */
export const TARGETS = ['own', 'dataset', 'resource'] as const

/** Those of a CKAN, which refuses a table that belongs to no dataset. */
export const CKAN_TARGETS = ['dataset', 'resource'] as const

/** Nothing chosen yet on a CKAN. */
export const NO_DATASET: TargetChoice = { kind: 'dataset', id: '' }

/** The place that is chosen; null while what it needs is missing. */
export function placeOf({ kind, id }: TargetChoice): Place | null {
  if (kind === 'own') return { kind }
  return id.trim() === '' ? null : { kind, id: id.trim() }
}
