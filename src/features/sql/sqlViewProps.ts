import type { ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { View } from '../../workspace/view.ts'

/** What is in the editor, as a view has it; before anything was written, what the view itself has. */
export type WrittenStatement = Pick<View, 'sql' | 'parameters'>

/** What the SQL view is shown of. */
export interface SqlViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The id of the chosen table, its name in SQL; null if there is none or it is not known yet. */
  readonly tableId: string | null
  readonly title: string
  /** The button that keeps the query, which is told whether the answer is here, and what is in the editor. */
  readonly keep: (isShown: boolean, records: number | null, written: WrittenStatement) => ReactNode
  /** The button that shares what is shown; absent where it has its place elsewhere. */
  readonly share: ReactNode
  /** The button that copies the table into this browser; absent where that can't be. */
  readonly copyHere: ReactNode
}
