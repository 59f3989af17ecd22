import '../../query/operators/all.ts'
import { Bookmark, EllipsisVertical, Folder, FolderOpen, History } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import type { Instance } from '../../instances/instance.ts'
import { Button } from '../../ui/Button.tsx'
import { keptWords } from '../../words/en/kept.ts'
import { useKeptQueries } from '../../workspace/keptQueries/keptQueries.ts'
import { linkOfView, viewOfLink, type KeptQuery, type KnownCount } from '../../workspace/keptQueries/keptQuery.ts'
import { queriesOfTable } from '../../workspace/keptQueries/queriesByTable.ts'
import { openInNewSheet, openSheet } from '../../workspace/sheets/sheets.ts'
import { decodeView, navigate, type View } from '../../workspace/view.ts'
import { countWords } from '../../words/figures.ts'
import { RailLine } from '../tables/RailLine.tsx'
import { inFolders } from './folders.ts'
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
  /** What that table is called. */
  readonly title: string
  readonly shownTable: string | null
  /** Called when one is opened. */
  readonly onOpen: () => void
}

/** The kept queries of a table as lines of the rail, and under the table that is shown those shown lately. */
export function QueryLines({ instance, place, view, table, title, shownTable, onOpen }: QueryLinesProps) {
  const { kept: own, recent } = queriesOfTable(useKeptQueries(), instance.id, table)
  // While its popover is open, a line stays, even if its query was removed there: the way back is in the popover.
  const [edited, setEdited] = useState<KeptQuery | null>(null)
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isShown = table === shownTable
  const shown = isShown ? linkOfView(view, table) : null
  const lately = !isShown
    ? []
    : recent.filter((query) => query.link !== shown && !own.some(({ link }) => link === query.link))
  const open = (link: string) => {
    navigate(viewOfLink(link, place))
    onOpen()
  }
  const openTab = (link: string, isTabShown: boolean) => {
    const inTab = isTabShown ? openInNewSheet : openSheet
    inTab(viewOfLink(link, place), { instanceId: instance.id, table: title })
    if (isTabShown) onOpen()
  }
  return (
    <>
      {inFolders(edited === null || own.some(({ id }) => id === edited.id) ? own : [...own, edited]).map(
        ({ folder, queries }) => {
          const isOpen =
            folder === null ||
            (opened.get(folder) ?? queries.some(({ id, link }) => link === shown || id === edited?.id))
          return (
            <Fragment key={folder}>
              {folder !== null && (
                <RailLine
                  icon={isOpen ? FolderOpen : Folder}
                  title={folder}
                  hint={keptWords.folderOf(folder, queries.length)}
                  aside={countWords(queries.length)}
                  isCurrent={false}
                  isExpanded={isOpen}
                  onOpen={() => setOpened(new Map(opened).set(folder, !isOpen))}
                />
              )}
              {isOpen &&
                queries.map((query) => (
                  <KeptLine
                    key={query.id}
                    query={query}
                    shown={shown}
                    isShown={query.link === shown}
                    isEdited={edited?.id === query.id}
                    onEdit={setEdited}
                    onOpen={open}
                    onTab={openTab}
                  />
                ))}
            </Fragment>
          )
        },
      )}
      {lately.slice(0, RECENT_SHOWN).map((query) => {
        const asked = viewTitle(decodeView(query.link))
        return (
          <RailLine
            key={query.id}
            icon={History}
            title={asked}
            kind={keptWords.recent}
            aside={countOf(query.count)}
            isCurrent={false}
            onOpen={() => open(query.link)}
            onTab={(isTabShown) => openTab(query.link, isTabShown)}
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
  readonly onTab: (link: string, isTabShown: boolean) => void
}

function KeptLine({ query, shown, isShown, isEdited, onEdit, onOpen, onTab }: KeptLineProps) {
  const more = useRef<HTMLButtonElement>(null)
  return (
    <RailLine
      icon={Bookmark}
      title={query.title}
      hint={query.count === null ? undefined : keptWords.countThen(sizeWords(query.count))}
      aside={countOf(query.count)}
      isCurrent={isShown}
      isDeep={query.folder !== null}
      onOpen={() => onOpen(query.link)}
      onTab={(isTabShown) => onTab(query.link, isTabShown)}
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
