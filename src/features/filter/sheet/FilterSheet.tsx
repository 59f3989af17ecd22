import { Plus } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Field } from '../../../protocol/field.ts'
import type { Condition } from '../../../query/query.ts'
import { switched } from '../../../query/treeEdits.ts'
import { withPartAt, type Path } from '../../../query/treePaths.ts'
import { activeParts, allParts } from '../../../query/where.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { sheetWords } from '../../../words/en/filter/sheet.ts'
import { withNothingAsked } from '../../../workspace/edits/viewEdits.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { LimitField } from '../LimitField.tsx'
import { SortKeys } from '../sort/SortKeys.tsx'
import { SummaryChips } from '../../summarise/chips/SummaryChips.tsx'
import { summariseWords } from '../../../words/en/summarise.ts'
import { SummariseButton } from '../summarised/SummariseButton.tsx'
import type { Planning } from '../plan/usePlan.ts'
import { RouteLine } from '../plan/RouteLine.tsx'
import { saysRoute } from '../plan/saysRoute.ts'
import styles from './FilterSheet.module.css'
import { PartLines } from './PartLines.tsx'

export interface FilterSheetProps {
  readonly instanceId: string
  readonly resource: string | null
  readonly client: ActionClient
  readonly view: View
  readonly fields: readonly Field[]
  readonly mayNotSort: boolean
  readonly planning: Planning
  /** How many records match; null while unknown. */
  readonly matching: number | null
  readonly onOpenCondition: (condition: Condition, at: HTMLElement) => void
  readonly onOpenGroup: (path: Path, at: HTMLElement) => void
  readonly onAdd: (at: HTMLElement) => void
  readonly onClose: () => void
  /** The open popover, which belongs into the sheet: what is outside can't be reached meanwhile. */
  readonly children: ReactNode
}

/** The whole query on a phone, a line for each part; what is changed applies at once. */
export function FilterSheet(props: FilterSheetProps) {
  const { instanceId, resource, client, view, fields, mayNotSort, planning, matching, onClose } = props
  const words = sheetWords
  const of = { instanceId, resource, view, fields }
  const add = useRef<HTMLButtonElement>(null)
  const parts = allParts(view.where)
  const set = (path: Path, part: Parameters<typeof withPartAt>[2]) => {
    navigate({ ...view, where: withPartAt(view.where, path, part) })
    // The line goes, and the focus with it.
    if (part === null) add.current?.focus()
  }
  const limited = matching === null || view.limit === null ? matching : Math.min(matching, view.limit)
  return (
    <Dialog
      title={words.title}
      width="sheet"
      beside={
        <>
          {parts.length > 0 && (
            <span className={styles.count}>{words.count(parts.length, activeParts(view.where).length)}</span>
          )}
          <Button variant="ghost" disabled={!isAsking(view)} onClick={() => navigate(withNothingAsked(view))}>
            {filterWords.clearAll}
          </Button>
        </>
      }
      onClose={onClose}
      foot={
        <div className={styles.foot}>
          {saysRoute(planning) && <RouteLine query={view} fields={props.fields} planning={planning} />}
          <Button data-autofocus onClick={onClose}>
            {view.summary === '' ? words.show(limited) : words.showSummary}
          </Button>
        </div>
      }
    >
      <div className={styles.sheet}>
        <h2>{words.where}</h2>
        {parts.length === 0 ? (
          <p className={styles.none}>{words.none}</p>
        ) : (
          <PartLines
            parts={parts}
            fields={props.fields}
            path={[]}
            joint={null}
            onSwitch={(part, path) => set(path, switched(part))}
            onRemove={(path) => set(path, null)}
            onOpenCondition={props.onOpenCondition}
            onOpenGroup={props.onOpenGroup}
          />
        )}
        <div className={styles.add}>
          <Button ref={add} icon={Plus} aria-haspopup="dialog" onClick={(event) => props.onAdd(event.currentTarget)}>
            {filterWords.addFilter}
          </Button>
        </div>
        <h2>{summariseWords.summarised}</h2>
        <div className={styles.keys}>
          <SummariseButton {...of} isInSheet columnOf={() => null} />
        </div>
        {view.summary !== '' && (
          <div className={styles.keys}>
            <SummaryChips {...of} isRoomy />
          </div>
        )}
        {view.summary === '' && <h2>{words.sortedBy}</h2>}
        {view.summary === '' && (
          <div className={styles.keys}>
            <SortKeys
              client={client}
              route={props.planning.route}
              view={view}
              fields={fields}
              mayNotSort={mayNotSort}
              isRoomy
              onRemove={(next) => {
                navigate(next)
                add.current?.focus()
              }}
            />
          </div>
        )}
        {view.summary === '' && (
          <div className={styles.limit}>
            <LimitField view={view} disabled={false} />
          </div>
        )}
      </div>
      {props.children}
    </Dialog>
  )
}

function isAsking({ where, search, sort, limit }: View): boolean {
  return allParts(where).length > 0 || search !== '' || sort.length > 0 || limit !== null
}
