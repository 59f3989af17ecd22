import type { ReactNode } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { View } from '../../workspace/view.ts'

/** What the SQL view is shown of. */
export interface SqlViewProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  /** The id of the chosen table, its name in SQL; null if there is none or it is not known yet. */
  readonly tableId: string | null
  readonly title: string
  /** Further buttons of the query bar, which are told whether the answer is here. */
  readonly tools: (isShown: boolean, records: number | null) => ReactNode
}
