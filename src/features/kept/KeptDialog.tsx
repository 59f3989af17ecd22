import { Bookmark, Code, Ellipsis, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SearchField } from '../../ui/Field.tsx'
import { FileInput } from '../../ui/FileInput.tsx'
import { Menu, type MenuItem } from '../../ui/floating/Menu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { keptWords } from '../../words/en/kept.ts'
import { sqlFileWords } from '../../words/en/sql/files.ts'
import { keptQueries, useKeptQueries } from '../../workspace/keptQueries/keptQueries.ts'
import { viewOfLink, type KeptQuery } from '../../workspace/keptQueries/keptQuery.ts'
import { decodeView, navigate, type View } from '../../workspace/view.ts'
import { findTable } from '../tables/tableNames.ts'
import { useTables } from '../tables/useTables.ts'
import { FolderName } from './FolderName.tsx'
import { inFolders } from './folders.ts'
import styles from './KeptDialog.module.css'
import { folderMenu, queryMenu } from './keptMenus.ts'
import { KeptPopover } from './KeptPopover.tsx'
import { sizeWords } from './sizeWords.ts'
import { isStatement, newAmong, queriesOfFiles } from './sqlFiles.ts'

export interface KeptDialogProps {
  readonly instance: Instance
  readonly client: ActionClient
  /** How links name the instance. */
  readonly place: Pick<View, 'base' | 'prefix'>
  readonly onClose: () => void
}

/** All kept queries of an instance in their folders: opened, renamed, moved, and taken to and from `.sql` files. */
export function KeptDialog({ instance, client, place, onClose }: KeptDialogProps) {
  const { data: tables = [] } = useTables(instance.id, client)
  const own = useKeptQueries().kept.filter(({ instanceId }) => instanceId === instance.id)
  const [words, setWords] = useState('')
  const [said, setSaid] = useState('')
  const [edited, setEdited] = useState<KeptQuery | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const [menu, setMenu] = useState<{ readonly label: string; readonly items: readonly MenuItem[] } | null>(null)
  const anchor = useRef<HTMLElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const tableOf = (query: KeptQuery) => findTable(tables, decodeView(query.link).resource ?? '')?.title ?? null
  const found = own.filter((query) => holdsAll([query.title, query.folder ?? '', tableOf(query) ?? ''], words))
  const take = async (chosen: readonly File[]) => {
    const read = await queriesOfFiles(chosen, instance.id, tables)
    const added = newAmong(read.found, own)
    await Promise.all(added.map((query) => keptQueries.keep(query)))
    const known = read.found.length - added.length
    const failed = read.failed.map(({ file, why }) =>
      why === 'empty'
        ? keptWords.empty(file.name)
        : why === 'tooLarge'
          ? sqlFileWords.tooLarge(file.name, file.size)
          : sqlFileWords[why](file.name),
    )
    setSaid(
      [
        ...(read.found.length > 0 ? [keptWords.added(added.length)] : []),
        ...(known > 0 ? [keptWords.known(known)] : []),
        ...failed,
      ].join(' '),
    )
  }
  const openMenu = (element: HTMLElement, label: string, items: readonly MenuItem[]) => {
    anchor.current = element
    setMenu({ label, items })
  }
  return (
    <Dialog
      title={keptWords.all}
      width="middle"
      onClose={onClose}
      foot={
        <>
          <output className={styles.said}>{said}</output>
          <Button icon={FileUp} onClick={() => files.current?.click()}>
            {keptWords.addFiles}
          </Button>
        </>
      }
    >
      <FileInput
        ref={files}
        label={keptWords.chooseFiles}
        accept=".sql,.txt,application/sql,text/plain"
        onFiles={(chosen) => void take(chosen)}
      />
      <div className={styles.search}>
        <SearchField label={keptWords.find} value={words} onChange={setWords} data-autofocus="" />
      </div>
      <div className={styles.folders}>
        {inFolders(found).map(({ folder, queries }) => (
          <section key={folder} aria-label={folder ?? keptWords.noFolder}>
            <div className={styles.heading}>
              {renamed !== null && renamed === folder ? (
                <FolderName
                  name={folder}
                  onEnd={(name) => {
                    setRenamed(null)
                    if (name !== null) void keptQueries.renameFolder(instance.id, folder, name)
                  }}
                />
              ) : (
                <h2>{folder ?? keptWords.noFolder}</h2>
              )}
              {folder !== null && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={Ellipsis}
                  iconOnly
                  label={keptWords.menu(folder)}
                  aria-haspopup="menu"
                  onClick={({ currentTarget }) =>
                    openMenu(
                      currentTarget,
                      keptWords.menu(folder),
                      folderMenu(folder, queries, () => setRenamed(folder)),
                    )
                  }
                />
              )}
            </div>
            <ul>
              {queries.map((query) => (
                <li key={query.id}>
                  <button
                    type="button"
                    onClick={() => {
                      onClose()
                      navigate(viewOfLink(query.link, place))
                    }}
                  >
                    <Icon icon={isStatement(query) ? Code : Bookmark} />
                    <span>
                      <bdi>{query.title}</bdi>
                      <small>
                        {[tableOf(query), query.count && sizeWords(query.count)].filter(Boolean).join(' · ')}
                      </small>
                    </span>
                  </button>
                  <Button
                    variant="ghost"
                    icon={Ellipsis}
                    iconOnly
                    label={keptWords.more(query.title)}
                    aria-haspopup="menu"
                    onClick={({ currentTarget }) =>
                      openMenu(
                        currentTarget,
                        keptWords.more(query.title),
                        queryMenu(query, viewOfLink(query.link, place), tableOf(query), {
                          onEdit: () => setEdited(query),
                          onClose,
                        }),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p>{own.length === 0 ? keptWords.none : keptWords.noneFound}</p>}
      </div>
      {menu !== null && (
        <Menu label={menu.label} groups={[menu.items]} anchor={anchor} align="end" onClose={() => setMenu(null)} />
      )}
      {edited !== null && (
        <KeptPopover
          instanceId={instance.id}
          query={edited}
          link={null}
          suggestion=""
          count={null}
          begunWith={null}
          anchor={anchor}
          onClose={() => setEdited(null)}
        />
      )}
    </Dialog>
  )
}

function holdsAll(texts: readonly string[], words: string): boolean {
  const all = texts.join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
