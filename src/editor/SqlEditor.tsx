import { Editor } from '@monaco-editor/react'
import { editor, KeyCode, MarkerSeverity } from 'monaco-editor/editor'
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
import { editorWords } from '../words/en/editor.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { FORMAT } from './edits/editActions.ts'
import type { Edits } from './edits/edits.ts'
import { EditTools } from './edits/EditTools.tsx'
import { editAndGoOn, type TextEdit } from './editText.ts'
import { ErrorLine } from './ErrorLine.tsx'
import type { TextRange } from './textRange.ts'
import { flash, markLines } from './flash.ts'
import { LANGUAGE, modelPath } from './monaco.ts'
import { rangeIn } from './modelRange.ts'
import { showPartNote, type PartNote } from './partNote.ts'
import type { SqlHelp } from './help/sqlHelp.ts'
import { useHelp } from './help/useHelp.ts'
import { useWhenMounted } from './useWhenMounted.ts'
import styles from './SqlEditor.module.css'
import { closeSuggestions, suggestFrom, SUGGESTING, suggestionsOpen, type Complete } from './suggestions.ts'
import { dataFont, followPage, THEME } from './theme.ts'
import type { Checks } from './checks/underlines.ts'
import { Underlines } from './checks/Underlines.tsx'

export interface SqlEditorHandle {
  /** Inserts the text at the cursor or replaces the selection, as one undo step, and focuses the editor. */
  insert(text: string): void
  focus(): void
  text(): string
  /** What is selected; of nothing, where the cursor is. */
  selection(): TextRange
  /** Puts the cursor there and focuses the editor. */
  goTo(place: number): void
  /** Lights up what runs, for a moment. */
  flash(ranges: readonly TextRange[]): void
  /** Replaces pieces of the text, in order, as one undo step, and focuses the editor behind the last one. */
  edit(edits: readonly TextEdit[]): void
  /** Sets the finished statements of the text in lines, as one undo step. */
  format(): void
}

export interface SqlEditorProps {
  /** Whose text it is: of each such name the undo history is kept until `keepModels` forgets it. */
  readonly model: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** What is underlined while it is given. */
  readonly error: { readonly message: string; readonly range: TextRange | null } | null
  /** Shown below the line of the error. */
  readonly zone?: ReactNode
  /** What Ctrl . does while there is an error. */
  readonly onFix?: (() => void) | null | undefined
  readonly dark: boolean
  /** Asked for what can be written at the cursor; the same function as long as the same is asked. */
  readonly complete: Complete
  /** Called when the cursor has moved, or the selection; the same function as long as the same is done. */
  readonly onCursor?: ((selection: TextRange) => void) | undefined
  /** Ctrl Alt Enter was pressed, or the button of the note. */
  readonly onRunToHere?: (() => void) | undefined
  /** The statement that would run, marked at its line numbers; the same object as long as it is the same. */
  readonly runs?: TextRange | null | undefined
  readonly note?: PartNote | null | undefined
  /** Asked for changes of the statement; the same object as long as the same is asked. */
  readonly edits: Edits
  readonly help: SqlHelp
  /** Judges the text; the same object as long as the same is judged by. */
  readonly checks: Checks
  readonly ref?: Ref<SqlEditorHandle> | undefined
}

/** The SQL editor; its text follows `value`, and its undo history survives leaving the screen. */
export function SqlEditor(props: SqlEditorProps) {
  const { model, value, onChange, error, zone, onFix, dark, complete, edits, help, checks, onCursor } = props
  const { onRunToHere, runs = null, note = null, ref } = props
  const [mounted, setMounted] = useState<editor.IStandaloneCodeEditor | null>(null)
  const [options] = useState(() => ({ ...OPTIONS, ariaLabel: editorWords.name, fontFamily: dataFont() }))
  const replacing = useRef(false)
  /** Texts that `onChange` has reported and that have not come back as `value` yet, the oldest first. */
  const echoes = useRef<string[]>([])
  const hintId = useId()
  const whenMounted = useWhenMounted(mounted)

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

  useEffect(() => (mounted ? suggestFrom(mounted, complete) : undefined), [mounted, complete])

  useEffect(() => (mounted && onCursor ? tellCursor(mounted, onCursor) : undefined), [mounted, onCursor])

  useEffect(() => (mounted && runs ? markLines(mounted, runs) : undefined), [mounted, runs])

  const runToHere = useEffectEvent(() => onRunToHere?.())
  useEffect(() => (mounted && note ? showPartNote(mounted, note, () => runToHere()) : undefined), [mounted, note])
  useEffect(() => (mounted ? onRunKey(mounted, () => runToHere()) : undefined), [mounted])

  useHelp(mounted, help)

  useEffect(() => {
    if (mounted && error) markError(mounted, error)
    return () => clearMarkers(mounted)
  }, [mounted, error])

  useImperativeHandle(
    ref,
    () => ({
      insert: (text) => whenMounted((instance) => insertText(instance, text)),
      focus: () => mounted?.focus(),
      text: () => mounted?.getValue() ?? value,
      selection: () => (mounted ? selectionOf(mounted) : { start: 0, end: 0 }),
      goTo: (place) =>
        whenMounted((instance) => {
          const position = instance.getModel()?.getPositionAt(place)
          if (position) instance.setPosition(position)
          instance.focus()
        }),
      flash: (ranges) => {
        if (mounted) flash(mounted, ranges)
      },
      edit: (changes) => mounted && editAndGoOn(mounted, changes),
      format: () =>
        whenMounted((instance) => {
          instance.focus()
          void instance.getAction(FORMAT)?.run()
        }),
    }),
    [mounted, value, whenMounted],
  )

  return (
    <div className={styles.root}>
      <Editor
        path={modelPath(model)}
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
      {mounted && error?.range && zone ? (
        <ErrorLine instance={mounted} place={error.range.start} onFix={onFix ?? null}>
          {zone}
        </ErrorLine>
      ) : null}
      {mounted && <EditTools instance={mounted} edits={edits} onRunToHere={note && (onRunToHere ?? null)} />}
      {mounted && <Underlines instance={mounted} checks={checks} />}
      <VisuallyHidden id={hintId}>{editorWords.keys}</VisuallyHidden>
    </div>
  )
}

export { keepModels } from './monaco.ts'

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
  // Which would break long lines.
  wordWrapOverride1: 'off',
  // Real column names may have letters of any script.
  unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false },
  ...SUGGESTING,
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
    instance.onKeyDown((event) => {
      // Escape first closes a widget; only if there is none to close does it let Tab leave the editor.
      const tab = event.keyCode === KeyCode.Tab || event.keyCode === KeyCode.Shift
      if (event.keyCode === KeyCode.Escape) instance.updateOptions({ tabFocusMode: !widgetOpen(instance) })
      else if (!tab) instance.updateOptions({ tabFocusMode: false })
      // The page runs the statement then.
      if (event.keyCode === KeyCode.Enter && (event.ctrlKey || event.metaKey)) closeSuggestions(instance)
    }),
    instance.onDidBlurEditorWidget(() => instance.updateOptions({ tabFocusMode: false })),
  ]
  return () => {
    for (const disposable of disposables) disposable.dispose()
  }
}

function insertText(instance: editor.IStandaloneCodeEditor, text: string): void {
  instance.focus()
  instance.pushUndoStop()
  instance.executeEdits(
    'insert',
    (instance.getSelections() ?? []).map((range) => ({ range, text, forceMoveMarkers: true })),
  )
  instance.pushUndoStop()
}

function selectionOf(instance: editor.IStandaloneCodeEditor): TextRange {
  const [model, selection] = [instance.getModel(), instance.getSelection()]
  if (!model || !selection) return { start: 0, end: 0 }
  return {
    start: model.getOffsetAt(selection.getStartPosition()),
    end: model.getOffsetAt(selection.getEndPosition()),
  }
}

function tellCursor(instance: editor.IStandaloneCodeEditor, onCursor: (selection: TextRange) => void): () => void {
  onCursor(selectionOf(instance))
  const moved = instance.onDidChangeCursorSelection(() => onCursor(selectionOf(instance)))
  return () => moved.dispose()
}

function onRunKey(instance: editor.IStandaloneCodeEditor, run: () => void): () => void {
  const pressed = instance.onKeyDown((event) => {
    if (event.keyCode !== KeyCode.Enter || !event.altKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    closeSuggestions(instance)
    run()
  })
  return () => pressed.dispose()
}

function widgetOpen(instance: editor.IStandaloneCodeEditor): boolean {
  // Further cursors go by Escape too.
  if ((instance.getSelections()?.length ?? 0) > 1) return true
  return suggestionsOpen(instance) || instance.getContainerDomNode().querySelector(WIDGETS) !== null
}

const WIDGETS = '.find-widget.visible, .parameter-hints-widget.visible, [role="tooltip"], [data-fix-card]'

const MARKERS = 'server'

function markError(
  instance: editor.IStandaloneCodeEditor,
  { message, range }: NonNullable<SqlEditorProps['error']>,
): void {
  const model = instance.getModel()
  if (!model || range === null) return
  editor.setModelMarkers(model, MARKERS, [{ severity: MarkerSeverity.Error, message, ...rangeIn(model, range) }])
  instance.revealPositionInCenterIfOutsideViewport(model.getPositionAt(range.start))
}

function clearMarkers(instance: editor.IStandaloneCodeEditor | null): void {
  const model = instance?.getModel()
  if (model) editor.setModelMarkers(model, MARKERS, [])
}
