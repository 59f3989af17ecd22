import { useEffect, useEffectEvent, useRef } from 'react'
import type { NullCounts } from '../../../summary/figures.ts'
import { shownColumns } from '../../../query/columns.ts'
import { showToast } from '../../../ui/Toast.tsx'
import { columnsPanelWords } from '../../../words/en/columns/columnsPanel.ts'
import { withColumns } from '../../../workspace/edits/columnEdits.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { ColumnsPanel } from '../../columns/ColumnsPanel.tsx'
import { CountNulls } from '../../distributions/nulls/CountNulls.tsx'
import { nullsOfColumn, useNulls } from '../../distributions/nulls/useNulls.ts'
import type { FiguresUnder } from '../../distributions/useFiguresSource.ts'
import type { BesideOf } from './useBeside.ts'

export interface ColumnsBesideProps {
  readonly of: BesideOf
  readonly figures: FiguresUnder
  readonly view: View
  /** The name of the table. */
  readonly title: string
  readonly onClose: () => void
}

/** The choice of columns, each with its share of nulls once they have been counted. */
export function ColumnsBeside({ of, figures, view, title, onClose }: ColumnsBesideProps) {
  const nulls = useNulls(figures)
  const { counts } = nulls
  const showOnly = (known: NullCounts) => {
    if (known.coverage.kind === 'sample') return showToast(columnsPanelWords.notCertain)
    const shown = shownColumns(view, of.fields)
    const filled = shown.filter((name) => known.nulls.get(name) !== known.records)
    if (filled.length === shown.length || filled.length === 0) return showToast(columnsPanelWords.noneEmpty)
    return void navigate(withColumns(view, of.fields, filled))
  }
  const isAsked = useRef(false)
  const showFilled = useEffectEvent((known: NullCounts) => {
    if (!isAsked.current) return
    isAsked.current = false
    showOnly(known)
  })
  useEffect(() => {
    if (counts !== null) showFilled(counts)
  }, [counts])
  return (
    <ColumnsPanel
      client={of.client}
      view={view}
      title={title}
      fields={of.fields}
      layout={of.layout}
      onArrange={of.arrange}
      onOnlyFilled={() => {
        nulls.want(true)
        if (counts !== null) return showOnly(counts)
        isAsked.current = true
        return undefined
      }}
      tools={<CountNulls {...figures} nulls={nulls} view={view} title={title} />}
      figureOf={(name) => nullsOfColumn(nulls.counts, name)}
      onClose={onClose}
    />
  )
}
