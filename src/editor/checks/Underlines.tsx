import { editor, KeyCode } from 'monaco-editor/editor'
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { editorWords } from '../../words/en/editor.ts'
import { editText } from '../editText.ts'
import { errorTakesFixKey } from '../fixKey.ts'
import styles from './Underlines.module.css'
import { underlineAfter, underlineAt, underlineBefore } from './foundAt.ts'
import type { Checks, Underline } from './underlines.ts'
import { useUnderlines } from './useUnderlines.ts'

export interface UnderlinesProps {
  readonly instance: editor.IStandaloneCodeEditor
  readonly checks: Checks
}

/** What is shown of an underlined piece; `isEntered`: by the keyboard, so its first fix has the focus. */
interface Card {
  readonly underline: Underline
  readonly isEntered: boolean
}

/**
 * Underlines what is wrong in the editor's text. The mouse over a piece, F8 (the next one), Shift F8 and Ctrl . show what it
 * is, with a button for each fix.
 */
export function Underlines({ instance, checks }: UnderlinesProps) {
  const shown = useUnderlines(instance, checks)
  const [card, setCard] = useState<Card | null>(null)
  const [said, setSaid] = useState('')
  const current = card !== null && shown.includes(card.underline) ? card : null
  const close = useCallback(() => setCard(null), [])

  useEffect(() => {
    const timer = setTimeout(() => setSaid(countOf(shown)), checks.quietMs)
    return () => clearTimeout(timer)
  }, [shown, checks])

  useEffect(() => {
    const go = (next: Underline | null) => {
      if (next === null) return
      moveTo(instance, next)
      setCard({ underline: next, isEntered: false })
      setSaid(editorWords.underlinedHere(shown.indexOf(next) + 1, shown.length, next.message, next.fixes.length))
    }
    const keys = instance.onKeyDown((event) => {
      const { keyCode, shiftKey, ctrlKey, metaKey, altKey } = event
      const isFix = keyCode === KeyCode.Period && (ctrlKey || metaKey) && !shiftKey && !altKey
      const isNext = keyCode === KeyCode.F8 && !ctrlKey && !metaKey && !altKey
      if (keyCode === KeyCode.Escape) close()
      if ((!isFix || errorTakesFixKey(instance)) && !isNext) return
      event.preventDefault()
      event.stopPropagation()
      const offset = cursorOf(instance)
      if (isNext) return go(shiftKey ? underlineBefore(shown, offset) : underlineAfter(shown, offset))
      const here = underlineAt(shown, offset) ?? underlineOfLine(instance, shown)
      if (here) setCard({ underline: here, isEntered: true })
    })
    return () => keys.dispose()
  }, [instance, shown, close])

  useEffect(() => hover(instance, shown, setCard), [instance, shown])

  return (
    <>
      {current && (
        <FixCard
          key={`${current.underline.start} ${current.underline.message}`}
          instance={instance}
          card={current}
          onFix={(edits) => {
            close()
            editText(instance, edits)
          }}
          onClose={() => {
            close()
            instance.focus()
          }}
        />
      )}
      <VisuallyHidden>
        <output>{said}</output>
      </VisuallyHidden>
    </>
  )
}

interface FixCardProps {
  readonly instance: editor.IStandaloneCodeEditor
  readonly card: Card
  readonly onFix: (edits: Underline['fixes'][number]['edits']) => void
  readonly onClose: () => void
}

function FixCard({ instance, card: { underline, isEntered }, onFix, onClose }: FixCardProps) {
  const [node] = useState(cardNode)
  const messageId = useId()
  const root = useRef<HTMLDivElement>(null)
  const { severity, message, fixes, start } = underline

  useLayoutEffect(() => {
    const position = instance.getModel()?.getPositionAt(start) ?? null
    const preference = [editor.ContentWidgetPositionPreference.BELOW, editor.ContentWidgetPositionPreference.ABOVE]
    const widget: editor.IContentWidget = {
      allowEditorOverflow: true,
      getId: () => WIDGET,
      getDomNode: () => node,
      getPosition: () => ({ position, preference }),
    }
    instance.addContentWidget(widget)
    return () => instance.removeContentWidget(widget)
  }, [instance, node, start])

  useEffect(() => {
    if (isEntered) root.current?.querySelector('button')?.focus()
  }, [isEntered])

  return createPortal(
    <div ref={root} className={styles.card}>
      <p id={messageId} className={styles.message} data-severity={severity}>
        <b>{editorWords[severity]}</b> {message}
      </p>
      {fixes.length > 0 && (
        <div className={styles.fixes}>
          {fixes.map(({ title, edits }) => (
            <Button
              key={title}
              size="sm"
              aria-describedby={messageId}
              onClick={() => onFix(edits)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') onClose()
                else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
                  step(root.current, event.key === 'ArrowDown')
                else return
                event.preventDefault()
                event.stopPropagation()
              }}
            >
              {title}
            </Button>
          ))}
        </div>
      )}
    </div>,
    node,
  )
}

const WIDGET = 'rowan.fixes'

function cardNode(): HTMLElement {
  const node = document.createElement('div')
  node.dataset['fixCard'] = ''
  return node
}

/** The mouse has to rest on a piece, and may go from it to its card, ms. */
const REST_MS = 300

function hover(
  instance: editor.IStandaloneCodeEditor,
  shown: readonly Underline[],
  onCard: (change: (card: Card | null) => Card | null) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (change: (card: Card | null) => Card | null) => {
    clearTimeout(timer)
    timer = setTimeout(() => onCard(change), REST_MS)
  }
  // What the keyboard has opened stays.
  const leave = () => later((card) => (card?.isEntered === true ? card : null))
  const disposables = [
    instance.onMouseMove(({ target }) => {
      if (target.type === editor.MouseTargetType.CONTENT_WIDGET) return clearTimeout(timer)
      const model = instance.getModel()
      const isText = target.type === editor.MouseTargetType.CONTENT_TEXT
      const underline = model && isText ? underlineAt(shown, model.getOffsetAt(target.position)) : null
      if (underline === null) leave()
      else later((card) => (card?.underline === underline ? card : { underline, isEntered: false }))
    }),
    instance.onMouseLeave(leave),
  ]
  return () => {
    clearTimeout(timer)
    for (const each of disposables) each.dispose()
  }
}

function step(root: HTMLElement | null, isDown: boolean): void {
  const buttons = [...(root?.querySelectorAll('button') ?? [])]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons[(at + (isDown ? 1 : buttons.length - 1)) % buttons.length]?.focus()
}

function cursorOf(instance: editor.IStandaloneCodeEditor): number {
  const position = instance.getPosition()
  return position ? (instance.getModel()?.getOffsetAt(position) ?? 0) : 0
}

function underlineOfLine(instance: editor.IStandaloneCodeEditor, shown: readonly Underline[]): Underline | null {
  const line = instance.getPosition()?.lineNumber
  return shown.find(({ start }) => instance.getModel()?.getPositionAt(start).lineNumber === line) ?? null
}

function moveTo(instance: editor.IStandaloneCodeEditor, { start }: Underline): void {
  const position = instance.getModel()?.getPositionAt(start)
  if (!position) return
  instance.setPosition(position)
  instance.revealPositionInCenterIfOutsideViewport(position)
}

function countOf(shown: readonly Underline[]): string {
  const errors = shown.filter(({ severity }) => severity === 'error').length
  return editorWords.underlined(errors, shown.length - errors)
}
