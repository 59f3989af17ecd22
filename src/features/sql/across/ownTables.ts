import { copies } from '../../../copies/copies.ts'
import { originWhere } from '../../../copies/copyOrigins.ts'
import { isUnderWay } from '../../../copies/knownCopy.ts'
import { refreshCopy } from '../../../copies/orders.ts'
import { tableState } from '../../../copies/tableState.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import { acrossWords } from '../../../words/en/across/across.ts'
import { copyOfTable, extentOf, type PlacedTable } from './acrossPlan.ts'

/** Copies the table again if it has changed since it was copied, and waits for that. Rejects if it can't be brought up to date. */
export async function bringUpToDate(table: PlacedTable, signal: AbortSignal): Promise<void> {
  const { instance, resource, title } = table
  const copyNow = () => copyOfTable(table, copies.get())
  const client = originWhere(({ id }) => id === instance.id)?.client
  if (client === undefined) throw notRefreshed(title)
  const state = await tableState(client, resource, signal)
  const copy = copyNow()
  if (copy === null) throw notRefreshed(title)
  if (copy.source === state && extentOf(copy) === 'whole') return
  // A refresh that is under way may have begun with an older state.
  if (copy.refresh?.source !== state || copy.refresh.halt !== null) refreshCopy(copy.id, false, state)
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      const now = copyNow()
      if (now !== null && isUnderWay(now)) return
      end()
      if (now?.source === state && extentOf(now) === 'whole') resolve()
      else reject(notRefreshed(title))
    }
    const give = () => {
      end()
      reject(signal.reason)
    }
    const stop = copies.subscribe(look)
    const end = () => {
      stop()
      signal.removeEventListener('abort', give)
    }
    signal.addEventListener('abort', give)
    look()
  })
}

function notRefreshed(title: string): ActionError {
  return new ActionError({
    kind: 'server',
    status: 0,
    problem: { code: 'foreign', text: acrossWords.notRefreshed(title) },
  })
}
