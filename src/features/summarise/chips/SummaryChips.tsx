import { useQueryClient } from '@tanstack/react-query'
import type { Field } from '../../../protocol/field.ts'
import { readSummary } from '../../../summary/summaryLink.ts'
import type { Summary } from '../../../summary/summary.ts'
import type { View } from '../../../workspace/view.ts'
import { sampleOf } from '../sampleOf.ts'
import { groupingCount } from '../summaryEdits.ts'
import { FigureChips, GroupingChips } from './GroupingChips.tsx'
import { NarrowMenu } from './NarrowMenu.tsx'
import { OrderChips } from './OrderChips.tsx'
import { PartPopover } from './PartPopover.tsx'
import styles from './Summarise.module.css'
import { useSummaryParts } from './useSummaryParts.ts'

export interface SummaryChipsProps {
  readonly instanceId: string
  /** The table, as it was asked for its records. */
  readonly resource: string | null
  readonly view: View
  /** The table's. */
  readonly fields: readonly Field[]
  /** Each part of the sentence has a line, as in the sheet of a phone. */
  readonly isRoomy?: boolean
}

/** How the records are summarised, as the end of the sentence: `summarised by … across … showing … sorted by …`. */
export function SummaryChips(props: SummaryChipsProps) {
  const summary = readSummary(props.view.summary)
  return summary === null ? null : <Chips {...props} summary={summary} />
}

function Chips(props: SummaryChipsProps & { readonly summary: Summary }) {
  const { instanceId, resource, view, fields, summary, isRoomy } = props
  const cache = useQueryClient()
  const parts = useSummaryParts(view)
  const { all, anchor, open, setOpen, change, removed } = parts
  const given = { summary, parts }
  return (
    <>
      {!isRoomy && <span className={styles.break} />}
      <span ref={all} className={isRoomy ? styles.lines : styles.contents}>
        <GroupingChips {...given} />
        <FigureChips {...given} />
        {groupingCount(summary) > 0 && <OrderChips {...given} />}
      </span>
      {open?.kind === 'narrow' && <NarrowMenu {...given} />}
      {open !== null && open.kind !== 'narrow' && (
        <PartPopover
          part={open}
          summary={summary}
          fields={fields}
          sample={sampleOf(cache, instanceId, resource)}
          anchor={anchor}
          onSummary={change}
          onPart={setOpen}
          onRemoved={(next) => removed(next)(anchor.current?.closest<HTMLElement>('[data-summary-chip]') ?? null)}
        />
      )}
    </>
  )
}
