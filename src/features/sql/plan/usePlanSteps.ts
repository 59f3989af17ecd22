import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import type { Plan, PlanStep } from '../../../sql/plan/plan.ts'

/** A figure of a step that the steps can be sorted by. */
export type PlanColumn = 'expected' | 'met' | 'own'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const COLUMNS: readonly ColumnDef<typeof features, PlanStep>[] = [
  { id: 'expected', accessorFn: ({ rows }) => rows.expected },
  { id: 'met', accessorFn: ({ rows }) => rows.met },
  { id: 'own', accessorFn: ({ ownMs, ownCost }) => ownMs ?? ownCost },
]

/**
 * The steps of a plan as they are shown: as a tree, or by a figure, the largest or the smallest first. `sortBy` goes from
 * largest to smallest to the tree.
 */
export function usePlanSteps(plan: Plan) {
  const table = useTable({ features, columns: COLUMNS, data: plan.steps, sortDescFirst: true, enableMultiSort: false })
  const [sort] = table.state.sorting
  const column = COLUMN_IDS.find((id) => id === sort?.id)
  return {
    steps: table.getRowModel().rows.map((row) => row.original),
    sorted:
      sort === undefined || column === undefined ? null : ({ column, order: sort.desc ? 'desc' : 'asc' } as const),
    sortBy: (by: PlanColumn) => table.getColumn(by)?.toggleSorting(),
  }
}

const COLUMN_IDS: readonly PlanColumn[] = ['expected', 'met', 'own']
