import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useLate } from '../../../ui/browser/useLate.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchField, TextField } from '../../../ui/Field.tsx'
import { createWords } from '../../../words/en/create/create.ts'
import { searchDatasets, writableOrganizations } from './datasets.ts'
import styles from './DatasetPicker.module.css'

export interface DatasetPickerProps {
  readonly client: ActionClient
  /** The name or id of the chosen dataset; empty for none. */
  readonly value: string
  readonly onValue: (name: string) => void
  readonly disabled: boolean
}

/** The datasets that the token may write to, found by words, a page at a time; a name can be typed where they aren't listed. */
export function DatasetPicker({ client, value, onValue, disabled }: DatasetPickerProps) {
  const group = useId()
  const [typed, setTyped] = useState('')
  const words = useLate(typed, SETTLED_MS)
  const organizations = useQuery({
    queryKey: ['writable organizations', client.identity],
    queryFn: ({ signal }) => writableOrganizations(client, signal),
  })
  const found = useInfiniteQuery({
    queryKey: ['writable datasets', client.identity, organizations.data, words],
    queryFn: ({ signal, pageParam }) => searchDatasets(client, organizations.data ?? [], words, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.datasets.length, 0)
      return last.datasets.length > 0 && shown < last.count ? shown : null
    },
    enabled: organizations.isSuccess,
  })
  if (organizations.isError || found.isError) {
    return (
      <TextField
        label={createWords.datasets.dataset}
        value={value}
        mono
        readOnly={disabled}
        autoComplete="off"
        spellCheck={false}
        onChange={onValue}
        hint={createWords.datasets.nameHint}
      />
    )
  }
  const datasets = found.data?.pages.flatMap((page) => page.datasets) ?? []
  const count = found.data?.pages[0]?.count
  return (
    <fieldset className={styles.picker} disabled={disabled}>
      <legend>{createWords.datasets.dataset}</legend>
      <SearchField label={createWords.datasets.find} value={typed} onChange={setTyped} />
      <div className={styles.list}>
        {datasets.map(({ name, title, organization }) => (
          <label key={name}>
            <input type="radio" name={group} checked={value === name} onChange={() => onValue(name)} />
            <span>
              {title}
              {organization !== '' && <small>{organization}</small>}
            </span>
          </label>
        ))}
        {found.hasNextPage && (
          <Button size="sm" variant="ghost" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {createWords.datasets.more}
          </Button>
        )}
      </div>
      <output className={styles.said}>
        {count === undefined
          ? createWords.datasets.loading
          : count > 0
            ? createWords.datasets.shown(datasets.length, count)
            : words.trim() === ''
              ? createWords.datasets.none
              : createWords.datasets.noneFound}
      </output>
      {count === 0 && /^[\w-]+$/.test(words) && (
        <Button size="sm" onClick={() => onValue(words)}>
          {createWords.datasets.takeTyped(words)}
        </Button>
      )}
      {value !== '' && datasets.every(({ name }) => name !== value) && (
        <p className={styles.said}>{createWords.datasets.chosen(value)}</p>
      )}
    </fieldset>
  )
}

/** Nothing has been typed for so long, ms. */
const SETTLED_MS = 250
