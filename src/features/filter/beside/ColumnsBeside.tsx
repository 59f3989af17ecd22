import type { View } from '../../../workspace/view.ts'
import { ColumnsPanel } from '../../columns/ColumnsPanel.tsx'
import { CountNulls } from '../../distributions/nulls/CountNulls.tsx'
import { nullsOfColumn, useNulls } from '../../distributions/nulls/useNulls.ts'
import type { BesideOf } from './useBeside.ts'

export interface ColumnsBesideProps {
  readonly of: BesideOf
  readonly view: View
  /** The name of the table. */
  readonly title: string
  readonly onClose: () => void
}

/** The choice of columns, each with its share of nulls once they have been counted. */
export function ColumnsBeside({ of, view, title, onClose }: ColumnsBesideProps) {
  const nulls = useNulls(of)
  return (
    <ColumnsPanel
      client={of.client}
      view={view}
      title={title}
      fields={of.fields}
      tools={<CountNulls {...of} nulls={nulls} view={view} title={title} />}
      figureOf={(name) => nullsOfColumn(nulls.counts, name)}
      onClose={onClose}
    />
  )
}
