import { useEffect, useState } from 'react'
import type { ActionClient } from '../client/actionClient.ts'
import type { Instance } from '../state/instances.ts'
import type { Asked } from './failure.ts'
import type { Drafts, EditedRecord } from './RecordPanel.tsx'

/** A record that is open, what it was opened from, and what was typed into it. */
export interface OpenRecord {
  /** Of the query that showed it. */
  readonly key: string
  readonly row: number | 'new'
  readonly instance: Instance
  readonly client: ActionClient
  readonly asked: Asked
  readonly resource: string
  readonly edited: EditedRecord | null
  readonly drafts: Drafts
}

/** The one record that is open beside the grid; it outlives the view that shows it, so that nothing typed is lost. */
export interface OpenRecordStore {
  readonly opened: OpenRecord | null
  /** It holds what was typed and is not stored. */
  readonly isTyped: boolean
  readonly open: (record: Omit<OpenRecord, 'drafts'> | null) => void
  readonly edit: (change: Partial<Pick<OpenRecord, 'edited' | 'drafts'>>) => void
}

/** Keeps the open record; a browser asks before it leaves the page with something typed. */
export function useOpenRecord(): OpenRecordStore {
  const [opened, setOpened] = useState<OpenRecord | null>(null)
  const isTyped = opened !== null && opened.drafts.size > 0
  useEffect(() => {
    if (!isTyped) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isTyped])
  return {
    opened,
    isTyped,
    open: (record) => setOpened(record && { ...record, drafts: new Map() }),
    edit: (change) => setOpened((now) => now && { ...now, ...change }),
  }
}
