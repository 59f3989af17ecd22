import { useEffect, useState } from 'react'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { readIntoTable, type IntoTable } from './intoTable.ts'

/** The table that records go into; null until it is known, or if it can't be read. */
export function useIntoTable(client: ActionClient, id: string) {
  const [known, setKnown] = useState<{ readonly table: IntoTable | null; readonly error: Error | null }>(UNKNOWN)
  useEffect(() => {
    const controller = new AbortController()
    readIntoTable(client, id, controller.signal).then(
      (table) => setKnown({ table, error: null }),
      (error: unknown) => {
        if (!controller.signal.aborted)
          setKnown({ table: null, error: error instanceof Error ? error : new Error(String(error)) })
      },
    )
    return () => controller.abort()
  }, [client, id])
  return known
}

const UNKNOWN = { table: null, error: null }
