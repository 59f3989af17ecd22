import type { ReactNode } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import type { Failure } from './failure.ts'

/** An explained error in place of the result. */
export function FailureAlert({ failure, actions }: { readonly failure: Failure; readonly actions: ReactNode }) {
  return (
    <Alert title={failure.what} serverText={failure.serverText} actions={actions}>
      {failure.remedy ?? undefined}
    </Alert>
  )
}
