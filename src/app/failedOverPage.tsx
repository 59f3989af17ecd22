import type { ReactNode } from 'react'
import { failedPart, type FailedPart } from '../ui/Boundary.tsx'
import { OverPage } from '../ui/Toast.tsx'
import { uiWords } from '../words/en/ui.ts'

/** For a dialog that could not be drawn: it has no place of its own. */
export function failedOverPage(failed: FailedPart): ReactNode {
  return <OverPage label={uiWords.notice}>{failedPart(failed)}</OverPage>
}
