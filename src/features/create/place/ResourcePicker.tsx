import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Table } from '../../../instances/catalogue/table.ts'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { SearchField, TextField } from '../../../ui/Field.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import { DatasetPicker } from './DatasetPicker.tsx'
import styles from './DatasetPicker.module.css'
import { resourcesOf } from './datasetResources.ts'
import { matchingTables, type ResourceChoice } from './resourceChoices.ts'

export interface ResourcePickerProps {
  readonly client: ActionClient
  /** The server has datasets, by which its resources are found; else its tables are listed. */
  readonly hasDatasets: boolean
  readonly tables: readonly Table[]
  /** The id of the chosen resource; empty for none. */
  readonly value: string
  readonly onValue: (id: string) => void
  readonly disabled: boolean
}

/** The resource that records are loaded into: one of a dataset's, or one of the tables; an id can be typed as well. */
export function ResourcePicker({ client, hasDatasets, tables, value, onValue, disabled }: ResourcePickerProps) {
  const [dataset, setDataset] = useState('')
  return (
    <>
      {!disabled &&
        (hasDatasets ? (
          <>
            <DatasetPicker client={client} value={dataset} onValue={setDataset} disabled={false} />
            {dataset !== '' && <OfDataset client={client} dataset={dataset} value={value} onValue={onValue} />}
          </>
        ) : (
          <OfTables tables={tables} value={value} onValue={onValue} />
        ))}
      <TextField
        label={createWords.resource}
        value={value}
        mono
        readOnly={disabled}
        autoComplete="off"
        spellCheck={false}
        onChange={onValue}
        hint={createWords.resourceHint}
      />
    </>
  )
}

interface ListProps {
  readonly value: string
  readonly onValue: (id: string) => void
}

function OfDataset({
  client,
  dataset,
  ...list
}: ListProps & { readonly client: ActionClient; readonly dataset: string }) {
  const { data, error } = useQuery({
    queryKey: ['resources of', client.identity, dataset],
    queryFn: ({ signal }) => resourcesOf(client, dataset, signal),
    staleTime: 0,
  })
  const words = createWords.resources
  if (error) return <p className={styles.said}>{words.notShown}</p>
  if (data === undefined) return <p className={styles.said}>{words.loading}</p>
  const choices = data.map(({ id, name, hasTable }) => ({
    id,
    title: name || id,
    note: hasTable ? words.hasTable : words.hasNoTable,
  }))
  return choices.length === 0 ? <p className={styles.said}>{words.none}</p> : <Choices choices={choices} {...list} />
}

function OfTables({ tables, ...list }: ListProps & { readonly tables: readonly Table[] }) {
  const [text, setText] = useState('')
  const { shown, others } = matchingTables(tables, text)
  return (
    <div className={styles.picker}>
      <SearchField label={createWords.resources.find} value={text} onChange={setText} />
      <Choices choices={shown} {...list} />
      <output className={styles.said}>
        {shown.length === 0 ? createWords.resources.noneFound : others > 0 ? createWords.resources.others(others) : ''}
      </output>
    </div>
  )
}

function Choices({ choices, value, onValue }: ListProps & { readonly choices: readonly ResourceChoice[] }) {
  const group = useId()
  return (
    <div className={styles.list} role="radiogroup" aria-label={createWords.resources.title}>
      {choices.map(({ id, title, note }) => (
        <label key={id}>
          <input type="radio" name={group} checked={value === id} onChange={() => onValue(id)} />
          <span>
            {title}
            {note !== '' && <small>{note}</small>}
          </span>
        </label>
      ))}
    </div>
  )
}
