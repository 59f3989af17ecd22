import { useId, useRef, useState, type Ref } from 'react'
import type { Route } from '../../../query/route.ts'
import { navigate, type View } from '../../../workspace/view.ts'
import { SearchField } from '../../../ui/Field.tsx'
import { laterComponent } from '../../../ui/later.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { searchFieldWords } from '../../../words/en/filter/search.ts'
import { useTyped } from '../useTyped.ts'

const SearchHint = laterComponent(() => import('./SearchHint.tsx').then((module) => module.SearchHint))

export interface SearchRecordsProps {
  /** Which decides in what language words are searched for. */
  readonly route: Route | null
  readonly view: View
  readonly disabled: boolean
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** The full-text search, applied when typing pauses; while it is empty it says what can be typed. */
export function SearchRecords({ route, view, disabled, ref }: SearchRecordsProps) {
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const [isEntered, setIsEntered] = useState(false)
  const language = route === 'sql' ? searchFieldWords.english : searchFieldWords.ownLanguage
  const typed = useTyped(view.search, PAUSE_MS, trimmed, (search, how) => navigate({ ...view, search }, how))
  return (
    <span
      ref={frame}
      onFocus={() => setIsEntered(true)}
      onBlur={(event) => setIsEntered(event.currentTarget.contains(event.relatedTarget))}
    >
      <SearchField
        ref={ref}
        label={filterWords.search}
        value={typed.text}
        disabled={disabled}
        aria-describedby={id}
        onChange={typed.setText}
        onBlur={typed.commitNow}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) typed.commitNow()
          if (event.key === 'Escape' && typed.text === '') setIsEntered(false)
        }}
      />
      <VisuallyHidden id={id}>{`${language} ${searchFieldWords.described}`}</VisuallyHidden>
      {isEntered && typed.text === '' && <SearchHint anchor={frame} language={language} />}
    </span>
  )
}

const PAUSE_MS = 300

function trimmed(text: string): string {
  return text.trim()
}
