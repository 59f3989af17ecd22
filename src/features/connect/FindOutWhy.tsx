import { createContext, use } from 'react'
import { NetworkError } from '../../instances/transport/networkError.ts'
import { ActionError } from '../../protocol/envelope.ts'
import { Button } from '../../ui/Button.tsx'
import { connectWords } from '../../words/en/connect/connect.ts'

/** Opens the connection of the instance that is shown; with `diagnose` its test runs at once, for that table too. */
export type OpenConnection = (diagnose?: { readonly resource: string | null }) => void

/** null if the page shows no instance, or one that has no connection. */
export const ConnectionContext = createContext<OpenConnection | null>(null)

/** Beside a failure on the way to the server, not of the query: a button that looks for the cause. */
export function FindOutWhy({ error, resource }: { readonly error: Error | null; readonly resource: string | null }) {
  const open = use(ConnectionContext)
  const isOnTheWay = error instanceof NetworkError || (error instanceof ActionError && error.kind === 'server')
  if (open === null || !isOnTheWay) return null
  return (
    <Button size="sm" onClick={() => open({ resource })}>
      {connectWords.findOutWhy}
    </Button>
  )
}
