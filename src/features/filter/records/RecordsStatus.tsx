import type { Field } from '../../../protocol/field.ts'
import { laterComponent } from '../../../ui/later.tsx'
import type { View } from '../../../workspace/view.ts'
import { StatusBar } from '../../result/StatusBar.tsx'
import { rowCountWords } from '../../result/statusText.ts'
import type { GridPlaceStore } from '../../result/gridPlace.ts'
import { saysRoute } from '../plan/saysRoute.ts'
import { outcomeOf } from './outcomeOf.ts'
import type { ShownRecords } from './useShownRecords.ts'

const RouteLine = laterComponent(() => import('../plan/RouteLine.tsx').then((module) => module.RouteLine))

export interface RecordsStatusProps {
  readonly shown: ShownRecords
  readonly place: GridPlaceStore
  readonly view: View
  /** The table's. */
  readonly fields: readonly Field[]
  /** The name of the instance. */
  readonly instance: string
}

/** How many records there are, how they were asked for, and where in the grid one is. */
export function RecordsStatus({ shown, place, view, fields, instance }: RecordsStatusProps) {
  const { limit } = view
  const { planning, records, waiting, failure, refused, stoppedAfter } = shown
  return (
    <StatusBar
      place={place}
      rowCount={records.rowCount}
      rowCountWords={rowCountWords(records)}
      allLoaded={records.rowCountIsKnown && (records.cut !== null || (limit !== null && limit <= 1000))}
      waiting={waiting === null ? null : { run: waiting, on: planning.asked === null ? instance : null }}
      outcome={outcomeOf(records, failure, refused !== null, stoppedAfter, planning.status)}
      task={shown.task}
      why={saysRoute(planning) ? <RouteLine query={view} {...{ fields, planning }} /> : undefined}
      actions={shown.actions}
    />
  )
}
