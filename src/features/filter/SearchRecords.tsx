import type { Ref } from 'react'
import { navigate, type View } from '../../workspace/view.ts'
import { SearchField } from '../../ui/Field.tsx'
import { filterWords } from '../../words/en/filter/filter.ts'
import { useTyped } from './useTyped.ts'

export interface SearchRecordsProps {
  readonly view: View
  readonly disabled: boolean
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** The full-text search, applied when typing pauses. */
export function SearchRecords({ view, disabled, ref }: SearchRecordsProps) {
  const typed = useTyped(view.search, PAUSE_MS, trimmed, (search, how) => navigate({ ...view, search }, how))
  return (
    <SearchField
      ref={ref}
      label={filterWords.search}
      value={typed.text}
      disabled={disabled}
      onChange={typed.setText}
      onBlur={typed.commitNow}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) typed.commitNow()
      }}
    />
  )
}

const PAUSE_MS = 300

function trimmed(text: string): string {
  return text.trim()
}
