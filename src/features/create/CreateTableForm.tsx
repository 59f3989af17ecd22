import { FileSpreadsheet } from 'lucide-react'
import type { Table } from '../../instances/catalogue/table.ts'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { KeyCheck } from '../../formats/tableRecords.ts'
import type { ReadingChoice, ReadTable } from '../../formats/readTable.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './CreateTableDialog.module.css'
import { createWords } from '../../words/en/create/create.ts'
import { DatasetPicker } from './place/DatasetPicker.tsx'
import type { TargetChoice } from './place/targets.ts'
import { ResourcePicker } from './place/ResourcePicker.tsx'
import { LoadInto } from './into/LoadInto.tsx'
import { FormRow } from './FormRow.tsx'
import type { ColumnChoice } from './columnChoices.ts'
import { KeyColumns } from './KeyColumns.tsx'
import { ReadingForm } from './ReadingForm.tsx'
import { whatMayBeReplaced } from './whatMayBeReplaced.ts'

export interface CreateTableFormProps {
  readonly file: File
  readonly table: ReadTable
  readonly instance: string
  /** The title of the table that is open, into which the records may go instead; null if none is. */
  readonly into: string | null
  readonly onInto: () => void
  readonly name: string
  readonly nameError: string | undefined
  /** A name like it that is free, if another table has it. */
  readonly freeName: string | null
  readonly onName: (name: string) => void
  readonly client: ActionClient
  /** The tables that there are, as far as they are known. */
  readonly tables: readonly Table[]
  readonly target: TargetChoice
  /** The kinds of place that the server has. */
  readonly targets: readonly TargetChoice['kind'][]
  /** null if there is only one place for it. */
  readonly onTarget: ((target: TargetChoice) => void) | null
  readonly columns: readonly ColumnChoice[]
  readonly keyColumns: readonly number[]
  readonly onKeys: (columns: readonly number[]) => void
  readonly keyCheck: KeyCheck | 'checking' | null
  readonly replaces: boolean
  readonly onReplaces: (replaces: boolean) => void
  /** Reads the file again, in this way. */
  readonly onReading: (chosen: ReadingChoice) => void
  /** Takes another file; null once the load has begun. */
  readonly onReplace: (() => void) | null
}

/** The name of the new table, where it goes, its key, and how the file is read. */
export function CreateTableForm(props: CreateTableFormProps) {
  const { file, table, instance, freeName, target, onTarget, onReplace } = props
  const isFixed = onReplace === null
  return (
    <div className={styles.side}>
      <div className={styles.file}>
        <Icon icon={FileSpreadsheet} size={20} />
        <span>
          <b title={file.name}>{file.name}</b>
          {table.isHead ? createWords.fileBeingRead(file.size) : createWords.fileFacts(file.size, table.rows)}
        </span>
        {onReplace && (
          <Button variant="ghost" size="sm" onClick={onReplace}>
            {createWords.replace}
          </Button>
        )}
      </div>
      {props.into !== null && <LoadInto table={props.into} isNew onNew={isFixed ? null : props.onInto} />}
      <TextField
        label={createWords.tableName}
        value={props.name}
        onChange={props.onName}
        readOnly={isFixed}
        autoComplete="off"
        spellCheck={false}
        {...(isFixed ? {} : { 'data-autofocus': '' })}
        error={props.nameError}
        hint={
          isFixed ? undefined : target.kind === 'resource' ? createWords.namesStay : createWords.createdIn(instance)
        }
      />
      {freeName !== null && (
        <Button size="sm" onClick={() => props.onName(freeName)}>
          {createWords.nameIt(freeName)}
        </Button>
      )}
      {onTarget && (
        <FormRow label={createWords.belongsTo}>
          <Select
            label={createWords.belongsTo}
            value={target.kind}
            options={props.targets.map((value) => ({ value, title: createWords.targets[value] }))}
            disabled={isFixed}
            onChange={(kind) => onTarget({ kind, id: '' })}
          />
          {target.kind === 'dataset' && (
            <DatasetPicker
              client={props.client}
              value={target.id}
              disabled={isFixed}
              onValue={(id) => onTarget({ ...target, id })}
            />
          )}
          {target.kind === 'resource' && (
            <ResourcePicker
              client={props.client}
              hasDatasets={!props.targets.includes('own')}
              tables={props.tables}
              value={target.id}
              disabled={isFixed}
              onValue={(id) => onTarget({ ...target, id })}
            />
          )}
        </FormRow>
      )}
      <ReadingForm table={table} onReading={isFixed ? null : props.onReading} />
      <KeyColumns
        columns={props.columns}
        keyColumns={props.keyColumns}
        onKeys={isFixed ? null : props.onKeys}
        check={props.keyCheck}
        replaceable={whatMayBeReplaced(target, props.keyCheck)}
        replaces={props.replaces}
        onReplaces={props.onReplaces}
      />
    </div>
  )
}
