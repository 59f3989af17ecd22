import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import { useProfile } from '../../instances/profile/useProfile.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { deleteTableWords } from '../../words/en/tables/deleteTable.ts'
import styles from '../../ui/ShortDialog.module.css'
import { writeWords } from '../../words/en/write.ts'
import { isReadOnlyRefusal } from '../write/force.ts'
import { changeAnyway } from '../write/locks.ts'
import { InDoubtError, lookAgain, settle } from '../write/settled.ts'
import { resourceToDelete, tableToDelete } from '../write/tableToDelete.ts'
import { isNamedCkan } from '../../instances/profile/questions/service.ts'
import { writeFailure } from '../write/writeFailure.ts'

export interface DeleteTableDialogProps {
  readonly client: ActionClient
  readonly instance: string
  readonly hasToken: boolean
  /** The page's own database, which nobody else can read. */
  readonly isEmbedded: boolean
  readonly table: Table
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Asks before a table is deleted, and says what is deleted with it. */
export function DeleteTableDialog(props: DeleteTableDialogProps) {
  const { client, instance, hasToken, isEmbedded, table, onDeleted, onClose } = props
  const [state, setState] = useState<Error | 'going on' | null>(null)
  // Never from the cache: people decide by this number whether to delete.
  const count = useQuery({
    queryKey: ['records of', client.identity, table.id],
    queryFn: ({ signal }) => client.search({ resource_id: table.id, limit: 0 }, { signal }),
    gcTime: 0,
    staleTime: 0,
  })
  // Only CKAN has resources that a table can be taken from.
  const hasResources = useProfile(client, ({ service }) => isNamedCkan(service)) && !isEmbedded
  const [removesResource, setRemovesResource] = useState(false)
  const [isTableGone, setIsTableGone] = useState(false)
  const doubt = state instanceof InDoubtError && state.isOpen ? state : null
  const remove = async () => {
    setState('going on')
    try {
      const changes = [
        ...(isTableGone ? [] : [tableToDelete(client, table.id)]),
        ...(hasResources && removesResource ? [resourceToDelete(client, table.id)] : []),
      ]
      for (const [at, change] of changes.entries()) {
        await (doubt === null || at > 0 ? settle(change) : lookAgain(change, doubt))
        setIsTableGone(true)
      }
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)))
      return
    }
    // This returns the focus to the table's button, which passes it on when it disappears.
    flushSync(onClose)
    onDeleted()
    showToast(deleteTableWords.deleted(table.title))
  }
  const close = () => {
    onClose()
    if (isTableGone) onDeleted()
  }
  const failure = state instanceof Error ? writeFailure(state, { instance, table: table.title, hasToken }) : null
  const isReadOnly = isReadOnlyRefusal(state)
  const removeAnyway = () => {
    changeAnyway(client, table.id)
    void remove()
  }
  const answer = count.data?.answer
  const content = count.isPending
    ? deleteTableWords.counting(table.title)
    : deleteTableWords.content(table.title, {
        records: answer?.total ?? null,
        isEstimate: answer?.totalIsEstimate ?? false,
        aliases: table.aliases.length,
      })
  return (
    <Dialog
      title={deleteTableWords.title(table.title)}
      onClose={close}
      foot={
        <>
          <span className={styles.space} />
          <Button size="lg" variant="ghost" data-autofocus="" onClick={close}>
            {deleteTableWords.cancel}
          </Button>
          <Button size="lg" variant="danger" busy={state === 'going on'} onClick={() => void remove()}>
            {doubt === null ? deleteTableWords.delete : writeWords.lookAgain}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>
          <RichText parts={content} />
        </p>
        {hasResources && (
          <Checkbox
            label={deleteTableWords.removeResource}
            hint={deleteTableWords.resourceNote}
            checked={removesResource}
            disabled={state === 'going on' || doubt !== null}
            onChange={setRemovesResource}
          />
        )}
        {isTableGone && failure && <p>{deleteTableWords.onlyTable(table.title)}</p>}
        <p className={styles.quiet}>{isEmbedded ? deleteTableWords.forYou : deleteTableWords.forEveryone(instance)}</p>
        {failure && (
          <Alert
            title={failure.what}
            serverText={failure.serverText}
            actions={
              isReadOnly && (
                <Button size="sm" variant="danger" onClick={removeAnyway}>
                  {writeWords.deleteAnyway}
                </Button>
              )
            }
          >
            {isReadOnly ? undefined : (failure.remedy ?? undefined)}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}
