import { useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { JsonText } from '../../../protocol/jsonText.ts'
import type { SentValues } from '../../write/readBack.ts'
import { InDoubtError, lookAgain, settle, type Change } from '../../write/settled.ts'
import { recordToAdd } from './recordChange.ts'
import { recordToDelete } from './recordDeletion.ts'
import { recordToRestore, type RestoreDoubt } from './recordToRestore.ts'

/** How far the deletion of a record is. */
export interface Deletion {
  /** The record is as it was, deleted, or deleted and added again. */
  readonly step: 'shown' | 'deleted' | 'back'
  readonly isBusy: boolean
  /** Why the next step failed. */
  readonly error: Error | null
  /** What it had when it was about to be deleted. */
  readonly values: SentValues
  /** What undo may not bring back as it was. It is said before anything is deleted. */
  readonly doubts: readonly RestoreDoubt[]
  /** What was sent and is only looked for, if the error leaves it in doubt. */
  readonly sent: Change<true> | null
}

/** Deletes a record, and adds it again for who wants it back. */
export function useDeletion(client: ActionClient, resource: string, onChanged: () => void) {
  const [state, setState] = useState<Deletion>(SHOWN)
  const doubt = state.error instanceof InDoubtError && state.error.isOpen ? state.error : null

  const goTo = async (
    step: Deletion['step'],
    changeOf: () => Promise<Change<true> | null | 'saidFirst'>,
  ): Promise<void> => {
    if (state.isBusy) return
    setState((now) => ({ ...now, isBusy: true, error: null }))
    try {
      if (doubt !== null && state.sent !== null) await lookAgain(state.sent, doubt)
      else {
        const sent = await changeOf()
        if (sent === 'saidFirst') return setState((now) => ({ ...now, isBusy: false }))
        setState((now) => ({ ...now, sent }))
        if (sent !== null) await settle(sent)
      }
    } catch (caught) {
      const error = caught instanceof Error ? caught : new Error(String(caught))
      setState((now) => ({ ...now, isBusy: false, error }))
      return
    }
    setState((now) => ({ ...now, step, isBusy: false, sent: null }))
    onChanged()
  }

  return {
    ...state,
    isInDoubt: doubt !== null,
    remove: (id: JsonText) =>
      goTo('deleted', async () => {
        const record = await recordToRestore(client, resource, id)
        const { values, doubts } = record ?? NOTHING
        setState((now) => ({ ...now, values, doubts }))
        // What somebody else has deleted meanwhile is gone already.
        if (record === null) return null
        const isSaid = doubts.length === 0 || JSON.stringify(doubts) === JSON.stringify(state.doubts)
        return isSaid ? recordToDelete(client, resource, id) : 'saidFirst'
      }),
    undo: () => goTo('back', () => recordToAdd(client, resource, state.values)),
  }
}

const NOTHING: Pick<Deletion, 'values' | 'doubts'> = { values: [], doubts: [] }

const SHOWN: Deletion = { step: 'shown', isBusy: false, error: null, ...NOTHING, sent: null }
