import '../../query/operators/all.ts'
import { Bookmark, EllipsisVertical, History } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Instance } from '../../instances/instance.ts'
import { Button } from '../../ui/Button.tsx'
import { keptWords } from '../../words/en/kept.ts'
import { useKeptQueries } from '../../workspace/keptQueries/keptQueries.ts'
import { linkOfView, viewOfLink, type KeptQuery, type KnownCount } from '../../workspace/keptQueries/keptQuery.ts'
import { queriesOfTable } from '../../workspace/keptQueries/queriesByTable.ts'
import { decodeView, navigate, type View } from '../../workspace/view.ts'
import { RailLine } from '../tables/RailLine.tsx'
import { KeptPopover } from './KeptPopover.tsx'
import { shortSize, sizeWords } from './sizeWords.ts'
import { viewTitle } from './viewTitle.ts'

export interface QueryLinesProps {
  readonly instance: Instance
  /** How links name the instance. */
  readonly place: Pick<View, 'base' | 'prefix'>
  readonly view: View
  /** The table under which they stand, and the one that is shown, by id. */
  readonly table: string
  readonly shownTable: string | null
  /** Called when one is opened. */
  readonly onOpen: () => void
}

/** The kept queries of a table as lines of the rail, and under the table that is shown those shown lately. */
export function QueryLines({ instance, place, view, table, shownTable, onOpen }: QueryLinesProps) {
  const { kept: own, recent } = queriesOfTable(useKeptQueries(), instance.id, table)
  // While its popover is open, a line stays, even if its query was removed there: the way back is in the popover.
  const [edited, setEdited] = useState<KeptQuery | null>(null)
  const isShown = table === shownTable
  const shown = isShown ? linkOfView(view, table) : null
  const lately = !isShown
    ? []
    : recent.filter((query) => query.link !== shown && !own.some(({ link }) => link === query.link))
  const open = (link: string) => {
    navigate(viewOfLink(link, place))
    onOpen()
  }
  return (
    <>
      {(edited === null || own.some(({ id }) => id === edited.id) ? own : [...own, edited]).map((query) => (
        <KeptLine
          key={query.id}
          query={query}
          shown={shown}
          isShown={query.link === shown}
          isEdited={edited?.id === query.id}
          onEdit={setEdited}
          onOpen={open}
        />
      ))}
      {lately.slice(0, RECENT_SHOWN).map((query) => {
        const title = viewTitle(decodeView(query.link))
        return (
          <RailLine
            key={query.id}
            icon={History}
            title={title}
            kind={keptWords.recent}
            aside={countOf(query.count)}
            isCurrent={false}
            onOpen={() => open(query.link)}
          />
        )
      })}
    </>
  )
}

interface KeptLineProps {
  readonly query: KeptQuery
  /** The link of what is shown, if that is of the same table. */
  readonly shown: string | null
  readonly isShown: boolean
  readonly isEdited: boolean
  readonly onEdit: (query: KeptQuery | null) => void
  readonly onOpen: (link: string) => void
}

function KeptLine({ query, shown, isShown, isEdited, onEdit, onOpen }: KeptLineProps) {
  const more = useRef<HTMLButtonElement>(null)
  return (
    <RailLine
      icon={Bookmark}
      title={query.title}
      hint={query.count === null ? undefined : keptWords.countThen(sizeWords(query.count))}
      aside={countOf(query.count)}
      isCurrent={isShown}
      onOpen={() => onOpen(query.link)}
    >
      <Button
        ref={more}
        variant="ghost"
        size="sm"
        icon={EllipsisVertical}
        iconOnly
        label={keptWords.more(query.title)}
        aria-haspopup="dialog"
        aria-expanded={isEdited}
        onClick={() => onEdit(isEdited ? null : query)}
      />
      {isEdited && (
        <KeptPopover
          instanceId={query.instanceId}
          query={query}
          link={shown}
          suggestion=""
          count={null}
          begunWith={null}
          anchor={more}
          onClose={() => onEdit(null)}
        />
      )}
    </RailLine>
  )
}

function countOf(count: KnownCount | null): string | null {
  return count === null ? null : shortSize(count)
}

const RECENT_SHOWN = 3
