import { Code } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { copyAsWords } from '../../words/en/faces/copyAs.ts'
import { useQueryFaces, type AskedByForm } from './useQueryFaces.ts'

/** Goes on with the form's query as its statement, in SQL mode. */
export function ViewAsSql(props: AskedByForm) {
  const { refusal, viewAsSql } = useQueryFaces(props)
  return (
    <Button
      variant="ghost"
      icon={Code}
      collapses={1}
      aria-disabled={refusal === undefined ? undefined : true}
      title={refusal}
      onClick={viewAsSql}
    >
      {copyAsWords.items.viewAsSql}
    </Button>
  )
}
