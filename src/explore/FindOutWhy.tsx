import { createContext, use } from 'react'
import { NetworkError } from '../client/networkError.ts'
import { ActionError } from '../protocol/envelope.ts'
import { Button } from '../ui/Button.tsx'

/** Opens the connection of the instance that is shown; with `diagnose` its test runs at once, for that table too. */
export type OpenConnection = (diagnose?: { readonly resource: string | null }) => void

/** null where the page shows no instance, or one that has no connection. */
export const ConnectionContext = createContext<OpenConnection | null>(null)

/** Beside a failure that has to do with the way to the server, not with what was asked: a button that looks for the cause. */
export function FindOutWhy({ error, resource }: { readonly error: Error | null; readonly resource: string | null }) {
  const open = use(ConnectionContext)
  const isOnTheWay = error instanceof NetworkError || (error instanceof ActionError && error.kind === 'server')
  if (open === null || !isOnTheWay) return null
  return (
    <Button size="sm" onClick={() => open({ resource })}>
      Find out why
    </Button>
  )
}
