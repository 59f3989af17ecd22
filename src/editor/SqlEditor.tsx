import { Editor } from '@monaco-editor/react'
import { editor, KeyCode, KeyMod, MarkerSeverity } from 'monaco-editor/editor'
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { errorRange } from './errorRange.ts'
import { LANGUAGE, MODEL_PATH } from './monaco.ts'
import styles from './SqlEditor.module.css'
import { dataFont, followPage, THEME } from './theme.ts'

export interface SqlEditorHandle {
  /** Puts the text at the cursor, in place of what is selected, as one undo step, and moves the focus there. */
  insert(text: string): void
  focus(): void
  text(): string
}

export interface SqlEditorProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Ctrl Enter, Cmd Enter on a Mac: called with the whole text. */
  readonly onRun: (text: string) => void
  /** Underlined at `position` (offset in the text, 0 the first character) until the text changes; null underlines nothing. */
  readonly error: { readonly message: string; readonly position: number | null } | null
  readonly dark: boolean
  readonly ref?: Ref<SqlEditorHandle> | undefined
}

/** The SQL text box; its text follows `value`, and its undo steps survive when it leaves the screen. */
export function SqlEditor({ value, onChange, onRun, error, dark, ref }: SqlEditorProps) {
  const [mounted, setMounted] = useState<editor.IStandaloneCodeEditor | null>(null)
  const [options] = useState(() => ({ ...OPTIONS, fontFamily: dataFont() }))
  const run = useRef(onRun)
  const replacing = useRef(false)
  /** Texts that `onChange` has told and `value` has not yet come back with, the oldest first. */
  const echoes = useRef<string[]>([])
  const hintId = useId()

  useEffect(() => followPage(dark), [dark])

  useLayoutEffect(() => {
    run.current = onRun
  }, [onRun])

  // Not by the `value` of the wrapped editor: that overwrites what was typed while the page was still drawing what was
  // typed before, and does not look at a model that was kept.
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

  useEffect(() => (mounted ? connect(mounted, hintId, (text) => run.current(text)) : undefined), [mounted, hintId])

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
        loading={<span className={styles.loading}>Loading the editor</span>}
        onMount={setMounted}
        onChange={(text = '') => {
          if (replacing.current) return
          echoes.current.push(text)
          onChange(text)
        }}
      />
      <VisuallyHidden id={hintId}>
        Tab indents. Escape, then Tab leaves the editor. Ctrl Enter runs the query, Cmd Enter on a Mac.
      </VisuallyHidden>
    </div>
  )
}

/** Follows the density of the mock: 44 px of line numbers, 20 px lines of 13 px letters. */
const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  ariaLabel: 'SQL editor',
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
  // Names that the table really has may hold letters of any script.
  unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false },
}

function replaceText(instance: editor.IStandaloneCodeEditor, text: string): void {
  const model = instance.getModel()
  if (!model || model.getValue() === text) return
  instance.executeEdits('value', [{ range: model.getFullModelRange(), text, forceMoveMarkers: true }])
  instance.pushUndoStop()
}

/** Adds what Monaco has no option for: running, the way out by keyboard, its description. Returns what takes it off. */
function connect(instance: editor.IStandaloneCodeEditor, hintId: string, run: (text: string) => void): () => void {
  const box = instance.getDomNode()?.querySelector('[role="textbox"]')
  box?.setAttribute('aria-describedby', hintId)
  // Monaco's own announcements stay spoken, but the one alert on the page is the error that is shown.
  for (const region of document.querySelectorAll('.monaco-aria-container [role="alert"]')) {
    region.removeAttribute('role')
    region.setAttribute('aria-live', 'assertive')
  }
  instance.getModel()?.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  })
  const disposables = [
    instance.addAction({
      id: 'rowan.run',
      label: 'Run query',
      keybindings: [KeyMod.CtrlCmd | KeyCode.Enter],
      run: () => run(instance.getValue()),
    }),
    instance.onDidChangeModelContent(() => clearMarkers(instance)),
    instance.onKeyDown((event) => {
      // Escape closes a widget first, and only one that finds nothing to close lets Tab out.
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
