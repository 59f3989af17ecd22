import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { useProfile } from '../../../instances/profile/useProfile.ts'
import { isNamedCkan } from '../../../instances/profile/questions/service.ts'
import { letterForms } from '../../../query/letterForms.ts'
import { sentWords } from '../../../query/words.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { noticeWords } from '../../../words/en/filter/notices.ts'
import type { View } from '../../../workspace/view.ts'
import styles from './SentenceNotes.module.css'

export interface SentenceNotesProps {
  readonly client: ActionClient
  readonly view: View
  readonly missingSort: readonly string[]
  readonly mayNotSort: boolean
  readonly onCopy: boolean
}

/** What of the sentence has no effect, or less than one might expect: below the rows, so that it moves none. */
export function SentenceNotes({ client, view, missingSort, mayNotSort, onCopy }: SentenceNotesProps) {
  // Only CKAN is known to tell them apart; a copy doesn't.
  const isCkan = useProfile(client, ({ service }) => isNamedCkan(service))
  const isSorted = view.summary === ''
  return (
    <div className={styles.notes}>
      {view.search !== '' && sentWords(view.search) === '' && <p>{noticeWords.noWords(view.search)}</p>}
      {isCkan && !onCopy && letterForms(view.search).length > 1 && <p>{noticeWords.letterForms}</p>}
      {missingSort.length > 0 && isSorted && <p role="note">{noticeWords.missingSort(missingSort)}</p>}
      {mayNotSort && view.sort.length > 0 && isSorted && <p role="note">{filterWords.noSort}</p>}
    </div>
  )
}
