import { useEffect, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Asked } from '../result/failure.ts'
import type { Drafts, EditedRecord } from './RecordPanel.tsx'

/** The open record, where it was opened from, and what was typed into it. */
export interface OpenRecord {
  /** The key of the query that showed it. */
  readonly key: string
  readonly row: number | 'new'
  readonly instance: Instance
  readonly client: ActionClient
  readonly asked: Asked
  readonly resource: string
  readonly edited: EditedRecord | null
  readonly drafts: Drafts
}

/** The one record open beside the grid; it outlives the view that shows it, so that nothing typed is lost. */
export interface OpenRecordStore {
  readonly opened: OpenRecord | null
  /** Something was typed that is not stored. */
  readonly isTyped: boolean
  readonly open: (record: Omit<OpenRecord, 'drafts'> | null) => void
  readonly edit: (change: Partial<Pick<OpenRecord, 'edited' | 'drafts'>>) => void
}

/** Keeps the open record, and makes the browser ask before the page closes with unsaved changes. */
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
