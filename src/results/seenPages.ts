import { rowsIn, type SearchPage } from '../protocol/answers.ts'
import { contentOf, createMetRecords, type Meeting } from './walk/metRecords.ts'
import { idsOf } from './walk/pageIds.ts'

/** Which records the pages of a shown result have brought so far. */
export interface SeenPages {
  /** Takes in what came for a page; false if it came before and was another, so that the others have to come in again. */
  readonly take: (page: number, answer: SearchPage) => boolean
  readonly meetingOf: (page: number) => Meeting | undefined
  /** Different records. */
  readonly count: () => number
  /** Records that came again. */
  readonly again: () => number
  readonly haveIds: () => boolean
  readonly forget: () => void
}

/** No pages yet. It keeps no records, only what tells them apart. */
export function createSeenPages(): SeenPages {
  let met = createMetRecords()
  let taken = new WeakSet<SearchPage>()
  const contents = new Map<number, string>()
  const meetings = new Map<number, Meeting>()
  let again = 0
  const forget = () => {
    met = createMetRecords()
    taken = new WeakSet()
    contents.clear()
    meetings.clear()
    again = 0
  }
  return {
    take(page, answer) {
      if (taken.has(answer)) return true
      const content = contentOf(idsOf(answer).length === rowsIn(answer) ? idsOf(answer).join() : textOf(answer))
      const isOther = contents.has(page) && contents.get(page) !== content
      if (isOther) forget()
      taken.add(answer)
      // Other columns of the same records.
      if (contents.has(page)) return true
      contents.set(page, content)
      const meeting = met.add(answer)
      again += meeting.again
      meetings.set(page, meeting)
      return !isOther
    },
    meetingOf: (page) => meetings.get(page),
    count: () => met.count(),
    again: () => again,
    haveIds: () => met.haveIds(),
    forget,
  }
}

function textOf(page: SearchPage): string {
  return page.records === undefined ? JSON.stringify(page.rows) : page.records.texts.join()
}
