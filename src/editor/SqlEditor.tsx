import { Editor } from '@monaco-editor/react'
import { editor, KeyCode, MarkerSeverity } from 'monaco-editor/editor'
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { editorWords } from '../words/en/editor.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { errorRange } from './errorRange.ts'
import { LANGUAGE, MODEL_PATH } from './monaco.ts'
import styles from './SqlEditor.module.css'
import { dataFont, followPage, THEME } from './theme.ts'

export interface SqlEditorHandle {
  /** Inserts the text at the cursor or replaces the selection, as one undo step, and focuses the editor. */
  insert(text: string): void
  focus(): void
  text(): string
}

export interface SqlEditorProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Underlined at `position` (offset in the text, 0 the first character) until the text changes; null underlines nothing. */
  readonly error: { readonly message: string; readonly position: number | null } | null
  readonly dark: boolean
  readonly ref?: Ref<SqlEditorHandle> | undefined
}

/** The SQL editor; its text follows `value`, and its undo history survives leaving the screen. */
export function SqlEditor({ value, onChange, error, dark, ref }: SqlEditorProps) {
  const [mounted, setMounted] = useState<editor.IStandaloneCodeEditor | null>(null)
  const [options] = useState(() => ({ ...OPTIONS, ariaLabel: editorWords.name, fontFamily: dataFont() }))
  const replacing = useRef(false)
  /** Texts that `onChange` has reported and that have not come back as `value` yet, the oldest first. */
  const echoes = useRef<string[]>([])
  const hintId = useId()

  useEffect(() => followPage(dark), [dark])

  // Not by the `value` of the wrapped editor: that overwrites newer typing while the page is still rendering older text,
  // and ignores a model that was kept.
  useLayoutEffect(() => {
    if (!mounted) return
    const own = echoes.current.indexOf(value)
    if (own >= 0) echoes.current.splice(0, own + 1)
    else {
      echoes.current = []
      replacing.current = true
      replaceText(mounted, value)
      replacing.current = false
    }
  }, [mounted, value])

  useEffect(() => (mounted ? connect(mounted, hintId) : undefined), [mounted, hintId])

  useEffect(() => {
    if (mounted && error) markError(mounted, error)
    return () => clearMarkers(mounted)
  }, [mounted, error])

  useImperativeHandle(
    ref,
    () => ({
      insert(text) {
        if (!mounted) return
        mounted.focus()
        mounted.pushUndoStop()
        mounted.executeEdits(
          'insert',
          (mounted.getSelections() ?? []).map((range) => ({ range, text, forceMoveMarkers: true })),
        )
        mounted.pushUndoStop()
      },
      focus: () => mounted?.focus(),
      text: () => mounted?.getValue() ?? value,
    }),
    [mounted, value],
  )

  return (
    <div className={styles.root}>
      <Editor
        path={MODEL_PATH}
        language={LANGUAGE}
        defaultValue={value}
        keepCurrentModel
        theme={THEME}
        options={options}
        loading={<span className={styles.loading}>{editorWords.loading}</span>}
        onMount={setMounted}
        onChange={(text = '') => {
          if (replacing.current) return
          echoes.current.push(text)
          onChange(text)
        }}
      />
      <VisuallyHidden id={hintId}>{editorWords.keys}</VisuallyHidden>
    </div>
  )
}

/** 44 px of line numbers, lines of 20 px, letters of 13 px, as designed. */
const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  fontSize: 13,
  lineHeight: 20,
  padding: { top: 8, bottom: 8 },
  minimap: { enabled: false },
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 14,
  folding: false,
  wordWrap: 'off',
  renderLineHighlight: 'all',
  scrollBeyondLastLine: false,
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  scrollbar: { alwaysConsumeMouseWheel: false, useShadows: false },
  fixedOverflowWidgets: true,
  find: { addExtraSpaceOnTop: false },
  hideCursorInOverviewRuler: true,
  tabSize: 2,
  // Real column names may have letters of any script.
  unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false },
}

function replaceText(instance: editor.IStandaloneCodeEditor, text: string): void {
  const model = instance.getModel()
  if (!model || model.getValue() === text) return
  instance.executeEdits('value', [{ range: model.getFullModelRange(), text, forceMoveMarkers: true }])
  instance.pushUndoStop()
}

/** Adds what Monaco has no option for: leaving by keyboard, its description. Returns a function that undoes it. */
function connect(instance: editor.IStandaloneCodeEditor, hintId: string): () => void {
  const box = instance.getDomNode()?.querySelector('[role="textbox"]')
  box?.setAttribute('aria-describedby', hintId)
  // Monaco's own announcements are still read out, but the only alert on the page is the error that is shown.
  for (const region of document.querySelectorAll('.monaco-aria-container [role="alert"]')) {
    region.removeAttribute('role')
    region.setAttribute('aria-live', 'assertive')
  }
  instance.getModel()?.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  })
  const disposables = [
    instance.onDidChangeModelContent(() => clearMarkers(instance)),
    instance.onKeyDown((event) => {
      // Escape first closes a widget; only if there is none to close does it let Tab leave the editor.
      const tab = event.keyCode === KeyCode.Tab || event.keyCode === KeyCode.Shift
      if (event.keyCode === KeyCode.Escape) instance.updateOptions({ tabFocusMode: !widgetOpen(instance) })
      else if (!tab) instance.updateOptions({ tabFocusMode: false })
    }),
    instance.onDidBlurEditorWidget(() => instance.updateOptions({ tabFocusMode: false })),
  ]
  return () => {
    for (const disposable of disposables) disposable.dispose()
  }
}

function widgetOpen(instance: editor.IStandaloneCodeEditor): boolean {
  return instance.getContainerDomNode().querySelector('.find-widget.visible') !== null
}

const MARKERS = 'server'

function markError(instance: editor.IStandaloneCodeEditor, error: { message: string; position: number | null }): void {
  const model = instance.getModel()
  if (!model || error.position === null) return
  const { start, end } = errorRange(model.getValue(), error.position)
  const from = model.getPositionAt(start)
  const to = model.getPositionAt(end)
  editor.setModelMarkers(model, MARKERS, [
    {
      severity: MarkerSeverity.Error,
      message: error.message,
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    },
  ])
  instance.revealPositionInCenterIfOutsideViewport(from)
}

function clearMarkers(instance: editor.IStandaloneCodeEditor | null): void {
  const model = instance?.getModel()
  if (model) editor.setModelMarkers(model, MARKERS, [])
}
