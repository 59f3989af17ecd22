import { Trash2 } from 'lucide-react'
import { useId, useState, type RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Popover, PopoverBody, PopoverFoot } from '../../ui/floating/Popover.tsx'
import { keptWords } from '../../words/en/kept.ts'
import type { KeptQuery, KnownCount } from '../../workspace/keptQueries/keptQuery.ts'
import { keptQueries, useKeptQueries } from '../../workspace/keptQueries/keptQueries.ts'
import { foldersOf } from './folders.ts'
import styles from './Kept.module.css'

export interface KeptPopoverProps {
  readonly instanceId: string
  /** The kept query that is changed; null: the one that is shown gets a name. */
  readonly query: KeptQuery | null
  /** What is shown; null if that is nothing to keep. */
  readonly link: string | null
  /** The name of a new one, to begin with. */
  readonly suggestion: string
  /** How many records what is shown has, or groups; null while unknown. */
  readonly count: Omit<KnownCount, 'at'> | null
  /** The kept query that is put in its place if that is wanted: what is shown began with it. */
  readonly begunWith: KeptQuery | null
  /** Shows all that is kept; absent: no way there. */
  readonly onAll?: (() => void) | undefined
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Names a query and keeps it, in a folder or in none; renames or moves a kept one, has it ask what is shown, or removes it, which can be undone here. */
export function KeptPopover(props: KeptPopoverProps) {
  // As it was when it was opened, even if it is removed.
  const [query] = useState(props.query)
  const { instanceId, link, suggestion, count, begunWith, anchor, onAll, onClose } = props
  const [title, setTitle] = useState(query?.title ?? suggestion)
  const [folder, setFolder] = useState(query?.folder ?? '')
  const folders = useId()
  const known = foldersOf(useKeptQueries().kept, instanceId)
  const [isEmpty, setIsEmpty] = useState(false)
  const [removed, setRemoved] = useState<KeptQuery | null>(null)
  const name = title.trim()
  const counted = (): KnownCount | null => (count === null ? null : { ...count, at: Date.now() })
  const save = () => {
    if (name === '') return setIsEmpty(true)
    const named = { title: name, folder: folder.trim() || null }
    if (query !== null) void keptQueries.change(query.id, named)
    else if (link !== null) void keptQueries.keep({ ...named, instanceId, link, count: counted() })
    return onClose()
  }
  const replace = (before: KeptQuery) => {
    if (link !== null) void keptQueries.change(before.id, { link, count: counted() })
    onClose()
  }
  return (
    <Popover
      open
      anchor={anchor}
      label={query === null ? keptWords.keepThis : keptWords.kept(query.title)}
      onClose={onClose}
    >
      {removed !== null ? (
        <>
          <PopoverBody>
            <output className={styles.said}>{keptWords.removed(removed.title)}</output>
          </PopoverBody>
          <PopoverFoot>
            <Button
              ref={(button) => button?.focus()}
              onClick={() => {
                void keptQueries.restore(removed)
                onClose()
              }}
            >
              {keptWords.undo}
            </Button>
            <Button variant="ghost" onClick={onClose}>
              {keptWords.close}
            </Button>
          </PopoverFoot>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <PopoverBody>
            <div className={styles.name}>
              <TextField
                label={keptWords.name}
                value={title}
                onChange={(text) => {
                  setTitle(text)
                  setIsEmpty(false)
                }}
                error={isEmpty ? keptWords.needsName : null}
                maxLength={200}
                data-autofocus=""
                onFocus={(event) => event.currentTarget.select()}
              />
              <TextField
                label={keptWords.folder}
                aside={keptWords.optional}
                value={folder}
                onChange={setFolder}
                maxLength={100}
                list={folders}
              />
              <datalist id={folders}>
                {known.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </datalist>
            </div>
          </PopoverBody>
          <PopoverFoot>
            <Button type="submit" variant="primary">
              {query === null
                ? keptWords.save
                : folder.trim() === (query.folder ?? '')
                  ? keptWords.rename
                  : keptWords.saveChanges}
            </Button>
            {query === null && begunWith !== null && (
              <span className={styles.shrinks}>
                <Button onClick={() => replace(begunWith)}>{keptWords.replace(begunWith.title)}</Button>
              </span>
            )}
            {query !== null && link !== null && link !== query.link && (
              <Button onClick={() => replace(query)}>{keptWords.replaceByShown}</Button>
            )}
            {query === null && onAll !== undefined && (
              <Button variant="ghost" onClick={onAll}>
                {keptWords.allHint}
              </Button>
            )}
            {query !== null && (
              <Button
                variant="ghost"
                icon={Trash2}
                onClick={() => {
                  void keptQueries.remove(query.id)
                  setRemoved(query)
                }}
              >
                {keptWords.remove}
              </Button>
            )}
          </PopoverFoot>
        </form>
      )}
    </Popover>
  )
}
