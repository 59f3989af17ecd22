import type { ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Field } from '../../protocol/field.ts'
import type { View } from '../../workspace/view.ts'
import type { OpenRecordStore } from '../record/useOpenRecord.ts'

/** What the filter view is shown of. */
export interface FilterViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The table, by id or alias; null if none is chosen. */
  readonly resource: string | null
  /** Its id, as only that is taken for changes; what was given for it while the list of tables is not here. */
  readonly tableId: string | null
  readonly title: string
  /** The table's; null while unknown. */
  readonly fields: readonly Field[] | null
  /** How many tables the instance has; null while unknown. */
  readonly tables: number | null
  /** Why the list of tables couldn't be loaded. */
  readonly tablesError: Error | null
  readonly openRecord: OpenRecordStore
  /** Adds records of a file to the table; absent where that can't be. */
  readonly onAddRecords: (() => void) | undefined
  /** The button that keeps the query, which is told whether the result is here, how many records it has if that is known, and of a summary how many groups. */
  readonly keep: (isShown: boolean, records: number | null, columns?: number) => ReactNode
  /** The button that shares what is shown; absent where it has its place elsewhere. */
  readonly share: ReactNode
  /** The button that copies the table into this browser; absent where that can't be. */
  readonly copyHere: ReactNode
}
