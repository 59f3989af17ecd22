import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Query } from '../../query/query.ts'

/** A table that may be copied into this browser. */
export interface CopyRequest {
  readonly instance: Instance
  readonly client: ActionClient
  /** What is asked of the table: its first conditions may narrow the copy. */
  readonly query: Query
  /** The table's name for people. */
  readonly title: string
}

/** Opens the dialog that says how large the copy would be and how long it would take, and makes it if told to. */
export function askToCopy(request: CopyRequest): void {
  asked.setState(request, true)
}

/** Closes it. */
export function askNoMore(): void {
  asked.setState(null, true)
}

/** What is asked for; null if nothing is. */
export function useCopyRequest(): CopyRequest | null {
  return useStore(asked)
}

const asked = createStore<CopyRequest | null>(() => null)
