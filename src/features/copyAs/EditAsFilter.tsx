import { ListFilter } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { copyAsWords } from '../../words/en/faces/copyAs.ts'
import { useEditAsFilter, type AskedByStatement } from './useEditAsFilter.ts'

/** Goes on with a statement in the form. */
export function EditAsFilter(props: AskedByStatement) {
  const { isReading, edit } = useEditAsFilter(props)
  return (
    <Button variant="ghost" icon={ListFilter} collapses={1} busy={isReading} onClick={edit}>
      {copyAsWords.items.editAsFilter}
    </Button>
  )
}
