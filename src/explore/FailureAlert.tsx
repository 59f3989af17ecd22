import type { ReactNode } from 'react'
import { Alert } from '../ui/Alert.tsx'
import type { Failure } from './failure.ts'

/** An explained error where the result would stand. */
export function FailureAlert({ failure, actions }: { readonly failure: Failure; readonly actions: ReactNode }) {
  return (
    <Alert title={failure.what} serverText={failure.serverText} actions={actions}>
      {failure.remedy ?? undefined}
    </Alert>
  )
}
