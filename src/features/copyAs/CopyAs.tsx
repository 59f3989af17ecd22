import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ActionClient } from '../../instances/client/actionClient.ts'
import type { Instance } from '../../instances/instance.ts'
import type { Field } from '../../protocol/field.ts'
import type { RowSource } from '../../rows/rowSource.ts'
import type { SteadyStatement } from '../../query/statementPages.ts'
import { codes } from '../../faces/code/codes.ts'
import { TOKEN_VARIABLE } from '../../faces/code/code.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/browser/copyText.ts'
import { laterComponent } from '../../ui/later.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { copyAsWords } from '../../words/en/faces/copyAs.ts'
import type { View } from '../../workspace/view.ts'
import { CopyMenu, type MenuGroup, type MenuItem } from './CopyMenu.tsx'
import { callFor, faceText, type Copied, type FaceId } from './faces.ts'
import { prepareParser } from './prepareParser.ts'
import { steadyStatement } from './steadyStatement.ts'
import { allFields, fieldsInDatabase, useAllFields } from './tableFields.ts'
import { tableContext } from './tableContext.ts'

const PasteQuery = laterComponent(() => import('./PasteQuery.tsx').then((module) => module.PasteQuery))

export interface CopyAsProps {
  readonly instance: Instance
  readonly client: ActionClient
  readonly view: View
  readonly copied: Copied
  /** The id of the table that is shown; null if there is none. */
  readonly tableId: string | null
  readonly title: string
  /** All fields of the table, if they are at hand; else they are asked for when the menu opens. */
  readonly known: readonly Field[] | null
  /** How many records match, and those that are here; null if they are no records of the table. */
  readonly total: number | null
  readonly rows: RowSource | null
  /** The way to the other mode, where the menu is to offer that. */
  readonly goOn?: MenuItem | undefined
}

/** The button that opens the menu of what the query can be copied as, and the place to paste one. */
export function CopyAs(props: CopyAsProps) {
  const { instance, client, view, copied, tableId, title, known, total, rows, goOn } = props
  const cache = useQueryClient()
  const anchor = useRef<HTMLButtonElement>(null)
  const [proof, setProof] = useState<Promise<SteadyStatement | null>>(NOT_ASKED)
  const [open, setOpen] = useState(false)
  const [isPasting, setIsPasting] = useState(false)
  const fields = useAllFields({ instanceId: instance.id, client, resource: tableId, known }, open)
  const from = { instance, hasToken: client.hasToken }
  const copy = async (id: FaceId | 'context') => {
    setOpen(false)
    const kept =
      fields === null || copied.kind === 'statement'
        ? fields
        : await fieldsInDatabase(client, copied.query, fields).catch(() => fields)
    const isProgram = codes.some((code) => code.id === id)
    const steady = isProgram && copied.kind === 'statement' ? await proof : null
    const text = id === 'context' ? contextText(kept) : faceText(id, copied, kept ?? [], from, steady)
    const isCopied = text !== null && (await copyText(text))
    const isOnce = isProgram && copied.kind === 'statement' && steady === null
    const told = (isOnce ? copyAsWords.copiedOnce : copyAsWords.copied)(copyAsWords.items[id])
    showToast(isCopied ? told : copyAsWords.notCopied)
  }
  const contextText = (kept: readonly Field[] | null) => {
    const sql = faceText('sql', copied, kept ?? [], from)
    if (fields === null || tableId === null || sql === null) return null
    return tableContext({ instance, profile: client.profile.get(), title, tableId, total, fields, rows, sql })
  }
  const item = (id: FaceId | 'context', aside?: string): MenuItem => ({ id, aside, onChoose: () => void copy(id) })
  // Begun before one is chosen: browsers let a page copy only for a moment after a press.
  const openOrClose = () => {
    if (!open && copied.kind === 'statement') setProof(steadyOrNull(copied))
    setOpen(!open)
  }
  const paste = () => {
    setOpen(false)
    setIsPasting(true)
  }
  const isKnown = copied.kind === 'statement' || fields !== null
  // Only for the menu: a statement is read for it, which would be felt at every key.
  const call = open && isKnown ? callFor(copied, fields ?? []) : null
  const isOwn = instance.origin === 'embedded'
  const groups: readonly MenuGroup[] = [
    { id: 'goOn', items: goOn === undefined ? [] : [goOn] },
    {
      id: 'query',
      items: [
        ...(isKnown ? [item('sql')] : []),
        ...(call === null ? [] : [item('json', copyAsWords.action(call.action))]),
      ],
      note: isKnown ? undefined : copyAsWords.noFields,
    },
    {
      id: 'code',
      items: call === null || isOwn ? [] : codes.map(({ id }) => item(id)),
      note: !isKnown
        ? undefined
        : call === null
          ? copyAsWords.noWay
          : isOwn
            ? copyAsWords.noAddress
            : tokenNote(client),
    },
    {
      id: 'assistant',
      items: fields === null || tableId === null ? [] : [item('context', copyAsWords.asides.context)],
    },
    { id: 'back', items: [{ id: 'paste', aside: copyAsWords.asides.paste, onChoose: paste }] },
  ]
  return (
    <>
      <Button
        ref={anchor}
        variant="ghost"
        icon={Copy}
        collapses={1}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={openOrClose}
      >
        {copyAsWords.copyAs} <ChevronDown size={12} aria-hidden="true" />
      </Button>
      {open && (
        <CopyMenu
          anchor={anchor}
          groups={groups.filter(({ items, note }) => items.length > 0 || note !== undefined)}
          onClose={() => setOpen(false)}
        />
      )}
      {isPasting && (
        <PasteQuery
          instanceId={instance.id}
          view={view}
          fieldsOf={(resource) => allFields(cache, { instanceId: instance.id, client, resource, known: null })}
          onClose={() => setIsPasting(false)}
        />
      )}
    </>
  )
}

const NOT_ASKED = Promise.resolve(null)

/** The statement if it may be asked for in pages. A program that asks once is right for any other, and for one not read. */
async function steadyOrNull({ sql, columns }: Copied & { readonly kind: 'statement' }) {
  prepareParser()
  return steadyStatement(sql(), columns.length === 0 ? null : columns).catch(() => null)
}

function tokenNote({ hasToken }: ActionClient): string | undefined {
  return hasToken ? copyAsWords.tokenLeftOut(TOKEN_VARIABLE) : undefined
}
