import { Check, Copy, PanelRight } from 'lucide-react'
import { useRef, useState } from 'react'
import type { JsonText } from '../../protocol/jsonText.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { copyText } from '../../ui/browser/copyText.ts'
import { gridWords } from '../../words/en/grid.ts'
import { wholeText } from './cellText.ts'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import styles from './ValueDialog.module.css'
import type { GridColumn } from '../columns/useGridColumns.ts'

/** Characters that are drawn; a longer value is copied whole. A browser takes long pauses to lay out more. */
const LONGEST_SHOWN = 1_000_000

export interface ValueDialogProps {
  readonly column: GridColumn
  /** From 0. */
  readonly row: number
  readonly value: JsonText
  readonly onClose: () => void
  /** Shows the whole record; absent if nothing can show it. */
  readonly onOpenRecord?: (() => void) | undefined
}

/** The whole of one value, to read, select and copy. */
export function ValueDialog({ column, row, value, onClose, onOpenRecord }: ValueDialogProps) {
  const text = useRef<HTMLPreElement>(null)
  const [copied, setCopied] = useState<'copied' | 'failed' | null>(null)
  const whole = wholeText(value, column.kind)
  const plain = plainText(value, column.kind)
  const words = gridWords.value
  const copy = async () => {
    const isCopied = await copyText(plain)
    // What can't be copied for the user is selected, for them to copy.
    if (!isCopied && text.current) getSelection()?.selectAllChildren(text.current)
    setCopied(isCopied ? 'copied' : 'failed')
  }
  const isProse = column.kind === 'text'
  return (
    <Dialog
      title={words.title(column.name, row + 1)}
      onClose={onClose}
      width="sheet"
      foot={
        <>
          <Button icon={copied === 'copied' ? Check : Copy} onClick={() => void copy()}>
            {words.copy}
          </Button>
          {onOpenRecord && (
            <Button icon={PanelRight} onClick={onOpenRecord}>
              {words.openRecord}
            </Button>
          )}
          <output className={styles.note}>
            {copied === 'copied' && words.copied}
            {copied === 'failed' && words.copyRefused}
          </output>
          <span className={styles.size}>{value === 'null' ? '' : words.size(plain.length)}</span>
        </>
      }
    >
      {whole.length > LONGEST_SHOWN && <p className={styles.cut}>{words.cut(LONGEST_SHOWN)}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl A takes the value, not the page */}
      <pre
        ref={text}
        className={styles.value}
        data-face={isProse ? 'text' : 'code'}
        dir={isProse ? 'auto' : 'ltr'}
        // Scrolled by keyboard, and selected with Ctrl A, only while it has the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-autofocus=""
        onKeyDown={(event) => {
          if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          getSelection()?.selectAllChildren(event.currentTarget)
        }}
      >
        {value === 'null' ? <span className={styles.quiet}>{words.null}</span> : whole.slice(0, LONGEST_SHOWN)}
        {value === '""' && <span className={styles.quiet}>{words.empty}</span>}
      </pre>
    </Dialog>
  )
}
