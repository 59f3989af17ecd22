import type { RefObject } from 'react'
import type { Field } from '../../../protocol/field.ts'
import type { Summary } from '../../../summary/summary.ts'
import { AddFigure, AddGrouping } from './AddPart.tsx'
import { FigurePopover } from './FigurePopover.tsx'
import { GroupingPopover } from './GroupingPopover.tsx'
import { KeepPopover, MostPopover, SortPopover } from './OrderPopovers.tsx'
import type { Sample } from '../proposals.ts'
import {
  withFigure,
  withGrouping,
  withGroupingRemoved,
  withGroupingTurned,
  withKeep,
  withoutFigure,
} from '../summaryEdits.ts'

/** The part of the sentence that is being changed, or added. */
export type Part =
  | { readonly kind: 'grouping'; readonly at: number | 'across' }
  | { readonly kind: 'figure' | 'keep'; readonly at: number }
  | { readonly kind: 'sort' | 'most' | 'narrow' | 'addGrouping' | 'addFigure' }

export interface PartPopoverProps {
  readonly part: Part
  readonly summary: Summary
  readonly fields: readonly Field[]
  readonly sample: Sample
  readonly anchor: RefObject<HTMLElement | null>
  readonly onSummary: (summary: Summary | null) => void
  /** Another part is changed, or none. */
  readonly onPart: (part: Part | null) => void
  /** The part is gone, and the focus has to go to another. */
  readonly onRemoved: (summary: Summary | null) => void
}

/** What changes the part of a summary that is open. */
export function PartPopover(props: PartPopoverProps) {
  const { part, summary, fields, sample, anchor, onSummary, onPart, onRemoved } = props
  const { by, across, figures, sort, keep, most } = summary
  const shared = { anchor, onClose: () => onPart(null) }
  const choosing = { ...shared, fields, sample }
  switch (part.kind) {
    case 'grouping': {
      const grouping = part.at === 'across' ? across : by[part.at]
      if (grouping === null || grouping === undefined) return null
      return (
        <GroupingPopover
          {...choosing}
          grouping={grouping}
          isAcross={part.at === 'across'}
          onGrouping={(next) => onSummary(withGrouping(summary, part.at, next))}
          onTurn={() => {
            onPart(null)
            onSummary(withGroupingTurned(summary, part.at))
          }}
          onRemove={() => onRemoved(withGroupingRemoved(summary, part.at))}
        />
      )
    }
    case 'figure': {
      const figure = figures[part.at]
      if (figure === undefined) return null
      return (
        <FigurePopover
          {...choosing}
          figure={figure}
          onFigure={(next) => onSummary(withFigure(summary, part.at, next))}
          onRemove={figures.length < 2 ? undefined : () => onRemoved(withoutFigure(summary, part.at))}
        />
      )
    }
    case 'keep': {
      const filter = keep[part.at]
      if (filter === undefined) return null
      return (
        <KeepPopover
          {...shared}
          filter={filter}
          figures={figures}
          onFilter={(next) => onSummary(withKeep(summary, part.at, next))}
          onRemove={() => onRemoved(withKeep(summary, part.at, null))}
        />
      )
    }
    case 'sort':
      return (
        <SortPopover
          {...shared}
          sort={sort}
          figures={figures}
          onSort={(next) => onSummary({ ...summary, sort: next })}
          onRemove={() => onRemoved({ ...summary, sort: null })}
        />
      )
    case 'most':
      return (
        most !== null && (
          <MostPopover
            {...shared}
            most={most}
            onMost={(next) => onSummary({ ...summary, most: next })}
            onRemove={() => onRemoved({ ...summary, most: null })}
          />
        )
      )
    case 'addGrouping':
      return (
        <AddGrouping
          {...choosing}
          mayGoAcross={across === null && by.length > 0}
          onAdd={(grouping, place) =>
            onSummary(withGrouping(summary, place === 'rows' ? by.length : 'across', grouping))
          }
        />
      )
    case 'addFigure':
      return (
        <AddFigure
          {...choosing}
          figures={figures}
          onAdd={(figure) => onSummary(withFigure(summary, figures.length, figure))}
        />
      )
    case 'narrow':
      return null
  }
}
