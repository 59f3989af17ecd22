import type { Table } from '../instances/catalogue/table.ts'
import type { Instance } from '../instances/instance.ts'
import type { View } from './view.ts'

/**
 * The table that is shown: the one that the view names, else the instance's usual one, else the one that was shown
 * (`before`) as long as the list has it, else the first of the list. null if there is none, or while the list that decides
 * it has not loaded (`tables` left out).
 */
export function shownTable(
  view: Pick<View, 'resource'>,
  instance: Pick<Instance, 'resource'>,
  tables?: readonly Pick<Table, 'id'>[],
  before: string | null = null,
): string | null {
  const stays = tables?.find(({ id }) => id === before)
  return view.resource ?? instance.resource ?? (stays ?? tables?.[0])?.id ?? null
}
