import { useRef, type RefObject } from 'react'
import { useAnchored } from '../../../ui/floating/useAnchored.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { searchFieldWords } from '../../../words/en/filter/search.ts'
import floating from '../../../ui/floating/Floating.module.css'
import styles from './SearchHint.module.css'

export interface SearchHintProps {
  readonly anchor: RefObject<HTMLElement | null>
  /** How words are compared. */
  readonly language: string
}

/** What can be typed into the search field; for screen readers the field is described by it. */
export function SearchHint({ anchor, language }: SearchHintProps) {
  const panel = useRef<HTMLDivElement>(null)
  useAnchored(anchor, panel, true)
  return (
    <div ref={panel} popover="manual" className={`${floating.panel} ${styles.hint}`} aria-hidden="true">
      <p>{language}</p>
      <p>
        <RichText parts={searchFieldWords.begin()} />
      </p>
      <p>
        <RichText parts={searchFieldWords.phrase()} />
      </p>
    </div>
  )
}
