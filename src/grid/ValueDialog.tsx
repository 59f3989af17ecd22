import { Check, Copy, PanelRight } from 'lucide-react'
import { useRef, useState } from 'react'
import type { JsonText } from '../protocol/jsonText.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { plainText, wholeText } from './cellText.ts'
import styles from './ValueDialog.module.css'
import type { GridColumn } from './useGridColumns.ts'

/** Characters that are drawn; what is longer is copied whole. A browser lays out more only with long pauses. */
const LONGEST_SHOWN = 1_000_000

export interface ValueDialogProps {
  readonly column: GridColumn
  /** From 0. */
  readonly row: number
  readonly value: JsonText
  readonly onClose: () => void
  /** Shows the whole record; absent where there is nothing to show it. */
  readonly onOpenRecord?: (() => void) | undefined
}

/** The whole of one value, to read, select and copy. */
export function ValueDialog({ column, row, value, onClose, onOpenRecord }: ValueDialogProps) {
  const text = useRef<HTMLPreElement>(null)
  const [copied, setCopied] = useState<'copied' | 'failed' | null>(null)
  const whole = wholeText(value, column.kind)
  const plain = plainText(value, column.kind)
  const copy = async () => setCopied((await copyText(plain, text.current)) ? 'copied' : 'failed')
  const isProse = column.kind === 'text'
  return (
    <Dialog
      title={`Value of ${column.name}, row ${row + 1}`}
      onClose={onClose}
      width="sheet"
      foot={
        <>
          <Button icon={copied === 'copied' ? Check : Copy} onClick={() => void copy()}>
            Copy
          </Button>
          {onOpenRecord && (
            <Button icon={PanelRight} onClick={onOpenRecord}>
              Open record
            </Button>
          )}
          <output className={styles.note}>
            {copied === 'copied' && 'Copied.'}
            {copied === 'failed' && 'The browser does not let this page copy. The text is selected: press Ctrl C.'}
          </output>
          <span className={styles.size}>{sizeOf(value, plain)}</span>
        </>
      }
    >
      {whole.length > LONGEST_SHOWN && (
        <p className={styles.cut}>The first 1,000,000 characters are shown. Copy takes the whole value.</p>
      )}
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
        {value === 'null' ? <span className={styles.quiet}>∅ null</span> : whole.slice(0, LONGEST_SHOWN)}
        {value === '""' && <span className={styles.quiet}>empty text</span>}
      </pre>
    </Dialog>
  )
}

function sizeOf(value: JsonText, plain: string): string {
  if (value === 'null') return ''
  return plain.length === 1 ? '1 character' : `${plain.length.toLocaleString('en')} characters`
}

/** Copies; where the page may not (no secure origin, no permission), selects what is shown and says false. */
async function copyText(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown)
    return false
  }
}
