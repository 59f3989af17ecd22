import type { editor } from 'monaco-editor/editor'
import { useEffect, useState } from 'react'
import { showUnderlines, type Checks, type Underline } from './underlines.ts'

/** So long after a key the text is judged, ms. */
const PAUSE_MS = 250

/** Underlines what is wrong in the editor's text, and gives it. While one types, what is only unfinished is left out. */
export function useUnderlines(instance: editor.IStandaloneCodeEditor | null, checks: Checks): readonly Underline[] {
  const [shown, setShown] = useState<readonly Underline[]>([])
  useEffect(() => (instance ? watch(instance, checks, setShown) : undefined), [instance, checks])
  return shown
}

function watch(
  instance: editor.IStandaloneCodeEditor,
  { check, calm, quietMs }: Checks,
  onShown: (shown: readonly Underline[]) => void,
): () => void {
  let isQuiet = true
  let isEnded = false
  let isTyped = false
  let pause: ReturnType<typeof setTimeout> | undefined
  let quiet: ReturnType<typeof setTimeout> | undefined
  /** What was found, and the version of the text that it is about. */
  let last: { readonly found: readonly Underline[]; readonly version: number } = { found: [], version: -1 }
  let before: readonly Underline[] = []

  const cursorOf = (model: editor.ITextModel) => {
    const position = instance.getPosition()
    return position ? model.getOffsetAt(position) : 0
  }
  const show = () => {
    const model = instance.getModel()
    if (isEnded || !model || model.getVersionId() !== last.version) return
    const kept = isQuiet || last.found.length === 0 ? last.found : calm(last.found, model.getValue(), cursorOf(model))
    // What is shown already stays where the cursor comes to it.
    const shown = last.found.filter((each) => kept.includes(each) || before.includes(each))
    if (isSame(shown, before)) return
    before = shown
    showUnderlines(model, shown)
    onShown(shown)
  }
  const ask = async () => {
    const model = instance.getModel()
    if (isEnded || !model) return
    const version = model.getVersionId()
    const answer = await check(model.getValue(), cursorOf(model), isTyped)
    if (isEnded || answer === null || model.getVersionId() !== version) return
    last = { found: answer.found, version }
    show()
    void answer.more?.then(() => (model.getVersionId() === version ? ask() : undefined))
  }
  const disposables = [
    instance.onDidChangeModelContent(() => {
      isQuiet = false
      isTyped ||= instance.hasTextFocus()
      // What was underlined is not where it was; the marks themselves move with the text.
      before = NOTHING
      onShown([])
      clearTimeout(pause)
      clearTimeout(quiet)
      pause = setTimeout(() => void ask(), PAUSE_MS)
      quiet = setTimeout(() => {
        isQuiet = true
        show()
      }, quietMs)
    }),
    instance.onDidChangeCursorPosition(() => {
      if (!isQuiet) show()
    }),
  ]
  void ask()
  return () => {
    isEnded = true
    clearTimeout(pause)
    clearTimeout(quiet)
    for (const each of disposables) each.dispose()
    const model = instance.getModel()
    if (model) showUnderlines(model, [])
    onShown([])
  }
}

/** Equal to no list that is shown. */
const NOTHING: readonly Underline[] = [{ start: -1, end: -1, severity: 'error', message: '', fixes: [] }]

function isSame(one: readonly Underline[], other: readonly Underline[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at])
}
