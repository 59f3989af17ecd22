import { ChevronDown, Code, Copy } from 'lucide-react'
import { useAfterFirstAnswer } from '../../ui/browser/useAfterFirstAnswer.ts'
import { useMediaQuery } from '../../ui/browser/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { copyAsWords } from '../../words/en/faces/copyAs.ts'
import type { AskedByForm } from './useQueryFaces.ts'

// As large as the buttons whose places they keep.
const viewMeanwhile = (
  <Button variant="ghost" icon={Code} collapses={1} disabled>
    {copyAsWords.items.viewAsSql}
  </Button>
)
const copyMeanwhile = (
  <Button variant="ghost" icon={Copy} collapses={1} disabled>
    {copyAsWords.copyAs} <ChevronDown size={12} aria-hidden="true" />
  </Button>
)

const ViewAsSql = laterComponent(() => import('./ViewAsSql.tsx').then((module) => module.ViewAsSql), viewMeanwhile)
const CopyQueryAs = laterComponent(
  () => import('./CopyQueryAs.tsx').then((module) => module.CopyQueryAs),
  copyMeanwhile,
)

export interface LaterFaceProps {
  /** What is asked; null while nothing is that has other faces. */
  readonly of: AskedByForm | null
}

/** The way to SQL mode, once the first rows are drawn; on a phone it is in the menu of what can be copied. */
export function LaterViewAsSql({ of }: LaterFaceProps) {
  const isDue = useAfterFirstAnswer()
  const isPhone = useMediaQuery('(width < 640px)')
  if (isPhone) return null
  return isDue && of !== null ? <ViewAsSql {...of} /> : viewMeanwhile
}

/** The menu of what the query can be copied as, once the first rows are drawn. */
export function LaterCopyQueryAs({ of }: LaterFaceProps) {
  return useAfterFirstAnswer() && of !== null ? <CopyQueryAs {...of} /> : copyMeanwhile
}
