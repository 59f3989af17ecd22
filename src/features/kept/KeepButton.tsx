import { toolWords } from '../../words/en/filter/tools.ts'
import { Bookmark } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import { Button } from '../../ui/Button.tsx'
import { laterComponent } from '../../ui/later.tsx'
import { keptWords } from '../../words/en/kept.ts'
import { linkOfView, type KnownCount } from '../../workspace/keptQueries/keptQuery.ts'
import { keptQueries, useKeptQueries } from '../../workspace/keptQueries/keptQueries.ts'
import type { View } from '../../workspace/view.ts'
import { useShortcuts } from '../shortcuts/useShortcuts.ts'
import { KeptPopover } from './KeptPopover.tsx'
import { viewTitle } from './viewTitle.ts'

export interface KeepButtonProps {
  readonly instance: Instance
  readonly client: ActionClient
  /** What the result is of, which counts as a recent query. */
  readonly view: View
  /** What is kept: with the statement as it stands in the editor, run or not. */
  readonly written: View
  /** The id of the table that is shown. */
  readonly tableId: string | null
  /** The result of this view is on the screen. */
  readonly isShown: boolean
  /** How many records it has, or of a summary how many groups; null while unknown. */
  readonly count: Omit<KnownCount, 'at'> | null
}

/**
 * The button that keeps the query on the screen, pressed while it is kept. It also notes what was shown: a result that
 * stayed for a moment counts as a recent query, one that was only passed on the way to the next does not.
 */
export function KeepButton({ instance, client, view, written, tableId, isShown, count }: KeepButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { kept } = useKeptQueries()
  const { records = null, columns } = count ?? {}
  const [open, setOpen] = useState<'new' | 'kept' | null>(null)
  const seen = linkOfView(view, tableId)
  const link = linkOfView(written, tableId)
  const own = kept.filter(({ instanceId }) => instanceId === instance.id)
  const shown = own.find((query) => query.link === link) ?? null

  useEffect(() => {
    if (seen === null || !isShown) return undefined
    const known = records === null ? null : columns === undefined ? { records } : { records, columns }
    const timer = setTimeout(() => void keptQueries.saw(instance.id, seen, known), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [instance.id, seen, isShown, records, columns])

  // What is changed from here on began with the kept query that was shown last of this table, in this mode.
  const [begun, setBegun] = useState<string | null>(null)
  const place = JSON.stringify([instance.id, tableId, view.mode])
  const [begunAt, setBegunAt] = useState(place)
  if (begunAt !== place) {
    setBegunAt(place)
    setBegun(null)
  }
  if (shown !== null && shown.id !== begun) setBegun(shown.id)

  const [isListed, setIsListed] = useState(false)
  useShortcuts({
    keepQuery: link === null ? undefined : () => setOpen(shown === null ? 'new' : 'kept'),
    listKept: () => setIsListed(true),
  })
  const close = () => setOpen(null)
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        icon={Bookmark}
        collapses={3}
        aria-pressed={shown !== null}
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        disabled={link === null}
        title={link === null ? keptWords.nothingAsked : shown?.title}
        onClick={() => setOpen(open !== null ? null : shown === null ? 'new' : 'kept')}
      >
        {toolWords.keep}
      </Button>
      {open !== null && (
        <KeptPopover
          instanceId={instance.id}
          query={open === 'new' ? null : shown}
          link={link}
          suggestion={viewTitle(written).slice(0, 60)}
          count={link === seen ? count : null}
          begunWith={own.find(({ id }) => id === begun) ?? null}
          anchor={button}
          onAll={() => {
            close()
            setIsListed(true)
          }}
          onClose={close}
        />
      )}
      {isListed && (
        <KeptDialog
          instance={instance}
          client={client}
          place={{ base: view.base, prefix: view.prefix }}
          onClose={() => setIsListed(false)}
        />
      )}
    </>
  )
}

const KeptDialog = laterComponent(() => import('./KeptDialog.tsx').then((module) => module.KeptDialog))

/** Shorter than this, nobody has read it. */
const SETTLED_MS = 3000
