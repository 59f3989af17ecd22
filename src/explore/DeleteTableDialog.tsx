import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ActionClient, Table } from '../client/actionClient.ts'
import { deleteTable } from '../client/createTable.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { showToast } from '../ui/Toast.tsx'
import styles from './DeleteTableDialog.module.css'
import { explainWrite } from './explainWrite.ts'
import type { Failure } from './failure.ts'
import { recordsWords } from './figures.ts'

export interface DeleteTableDialogProps {
  readonly client: ActionClient
  readonly instance: string
  readonly hasToken: boolean
  /** The page's own database, which nobody else reads. */
  readonly isEmbedded: boolean
  readonly table: Table
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks before a table is deleted, and says what goes with it. */
export function DeleteTableDialog(props: DeleteTableDialogProps) {
  const { client, instance, hasToken, isEmbedded, table, onDeleted, onClose } = props
  const [state, setState] = useState<Failure | 'going on' | null>(null)
  // Asked anew each time, as the answer decides whether somebody deletes it.
  const count = useQuery({
    queryKey: ['records of', client.identity, table.id],
    queryFn: ({ signal }) => client.search({ resource_id: table.id, limit: 0 }, { signal }),
    gcTime: 0,
    staleTime: 0,
  })
  const total = count.data?.answer.total ?? null
  const remove = async () => {
    setState('going on')
    try {
      await deleteTable(client, table.id)
    } catch (error) {
      const asked = { instance, table: table.title, hasToken }
      setState(explainWrite(error instanceof Error ? error : new Error(String(error)), asked))
      return
    }
    // The focus is back at the button of the table, which hands it on as it goes.
    flushSync(onClose)
    onDeleted()
    showToast(`${table.title} is deleted.`)
  }
  const goes = [
    total === null ? null : `${count.data?.answer.totalIsEstimate ? 'about ' : ''}${recordsWords(total)}`,
    table.aliases.length === 0 ? null : table.aliases.length === 1 ? '1 alias' : `${table.aliases.length} aliases`,
  ].filter((each) => each !== null)
  return (
    <Dialog
      title={`Delete ${table.title}?`}
      onClose={onClose}
      foot={
        <>
          <span className={styles.space} />
          <Button size="lg" variant="ghost" data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="danger" busy={state === 'going on'} onClick={() => void remove()}>
            Delete table
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>
          <b>{table.title}</b>
          {goes.length > 0 && `: ${goes.join(', ')}`}
          {count.isPending && ': counting its records'}
        </p>
        <p className={styles.quiet}>
          The table goes from {instance}
          {isEmbedded ? '' : ' for everybody'}, and can't be brought back from here.
        </p>
        {state !== null && state !== 'going on' && (
          <Alert title={state.what} serverText={state.serverText}>
            {state.remedy ?? undefined}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}
