import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Row } from '../../protocol/answers.ts'
import type { Field } from '../../protocol/field.ts'
import type { Asked } from '../result/failure.ts'
import type { ChosenRecord } from './compare/comparedRecords.ts'
import type { Drafts } from './edit/recordDraft.ts'
import type { EditedRecord } from './edit/recordEdit.ts'

/** The record that is shown, where it is from, and what is typed into it. */
export interface RecordPanelProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly asked: Asked
  readonly resource: string
  readonly fields: readonly Field[]
  /** The row's number in the result, from 0. */
  readonly place: number | 'new'
  /** undefined while it isn't loaded, and for a new record. */
  readonly row: Row | undefined
  readonly rowCount: number
  /** Whether there are so many, and no more. */
  readonly isCounted: boolean
  /** What fields are looked for; it stays while one goes from record to record. */
  readonly find: string
  readonly onFind: (text: string) => void
  /** The records that were chosen to be compared. */
  readonly chosen: readonly ChosenRecord[]
  readonly onChosen: (records: readonly ChosenRecord[]) => void
  /** A link to the record of that `_id`; absent where none can be made. */
  readonly linkTo?: ((id: string) => string) | undefined
  /** Shows another record, or none. */
  readonly onPlace: (place: number | null) => void
  /** What is being edited; null while the record is only shown. */
  readonly edited: EditedRecord | null
  readonly drafts: Drafts
  readonly onEdit: (change: { edited?: EditedRecord | null; drafts?: Drafts; isSent?: boolean }) => void
  /** The record was stored, so what is shown has to be loaded again. */
  readonly onSaved: () => void
}
