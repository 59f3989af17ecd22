import { useEffect, useEffectEvent, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { isKept, keepOnReload, takeKept, type KeptRecord } from '../../workspace/reloadInPlace.ts'
import type { Asked } from '../result/failure.ts'
import type { Drafts } from './edit/recordDraft.ts'
import type { EditedRecord } from './edit/recordEdit.ts'

/** The open record, where it was opened from, and what was typed into it. */
export interface OpenRecord {
  /** The query that showed it, of that instance. */
  readonly query: string
  readonly row: number | 'new'
  readonly instance: Instance
  readonly client: ActionClient
  readonly asked: Asked
  readonly resource: string
  readonly edited: EditedRecord | null
  readonly drafts: Drafts
  /** The changes are being sent, or nobody knows whether they were stored. */
  readonly isSent: boolean
}

/** The one record open beside the grid; it outlives the view that shows it, so that nothing typed is lost. */
export interface OpenRecordStore {
  readonly opened: OpenRecord | null
  /** Something was typed that is not stored. */
  readonly isTyped: boolean
  readonly open: (record: Omit<OpenRecord, 'drafts' | 'isSent'> | null) => void
  readonly edit: (change: Partial<Pick<OpenRecord, 'edited' | 'drafts' | 'isSent'>>) => void
}

/**
 * Keeps the open record, through a reload in place as well, and makes the browser ask before the page closes in another way
 * with unsaved changes.
 */
export function useOpenRecord(instance: Instance, client: ActionClient): OpenRecordStore {
  const [opened, setOpened] = useState(() => openedOf(takeKept('record'), instance, client))
  const read = useEffectEvent(() => opened && keptOf(opened))
  useEffect(() => keepOnReload('record', () => read()), [])
  const isTyped = opened !== null && opened.drafts.size > 0
  useEffect(() => {
    if (!isTyped) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!isKept('record')) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isTyped])
  return {
    opened,
    isTyped,
    open: (record) => setOpened(record && { ...record, drafts: new Map(), isSent: false }),
    edit: (change) => setOpened((now) => now && { ...now, ...change }),
  }
}

/** What a reload brings back of it: nothing that may have been stored meanwhile, or it could be added a second time. */
function keptOf({ instance, query, row, resource, asked, edited, drafts, isSent }: OpenRecord): KeptRecord | null {
  if (isSent) return null
  const { table, hasToken, address = null } = asked
  const before = edited && { row: edited.row.map((value) => value ?? null), fields: edited.fields }
  const named = { instance: asked.instance, table, hasToken, address }
  return { instanceId: instance.id, query, row, resource, asked: named, edited: before, drafts: [...drafts] }
}

function openedOf(kept: KeptRecord | null, instance: Instance, client: ActionClient): OpenRecord | null {
  if (kept === null || kept.instanceId !== instance.id) return null
  const { query, row, resource, asked, edited, drafts } = kept
  const before = edited && { row: edited.row.map((value) => value ?? undefined), fields: edited.fields }
  return { query, row, instance, client, asked, resource, edited: before, drafts: new Map(drafts), isSent: false }
}
