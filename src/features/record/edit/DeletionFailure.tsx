import { Alert } from '../../../ui/Alert.tsx'
import type { Asked } from '../../result/failure.ts'
import { editFailure } from './editFailure.ts'

/** Why a record could not be deleted, added again or changed back; nothing without an error. */
export function DeletionFailure({ error, asked }: { readonly error: Error | null; readonly asked: Asked }) {
  if (error === null) return null
  const { what, remedy, serverText } = editFailure(error, asked)
  return (
    <Alert title={what} serverText={serverText}>
      {remedy ?? undefined}
    </Alert>
  )
}
