import type { editor } from 'monaco-editor/editor'
import { useEffect, useState } from 'react'
import { editorWords } from '../../words/en/editor.ts'
import { addEditActions } from './editActions.ts'
import { editText, type TextEdit } from '../editText.ts'
import { sayAtCursor, type Refused, type Change, type Edits } from './edits.ts'
import { ChangesMenu, type MenuItem } from './ChangesMenu.tsx'
import { RenameBox } from './RenameBox.tsx'
import { rangeIn } from '../modelRange.ts'

export interface EditToolsProps {
  readonly instance: editor.IStandaloneCodeEditor
  /** The same object as long as the same knows. */
  readonly edits: Edits
  /** Runs the part of the statement at the cursor; null where there is none. */
  readonly onRunToHere: (() => void) | null
}

type Open =
  | { readonly kind: 'rename'; readonly start: number; readonly name: string }
  | { readonly kind: 'changes'; readonly items: readonly MenuItem[]; readonly at: number }

/** Changes of the statement by key and menu: format, rename, go to a definition, and those that Ctrl . lists. */
export function EditTools({ instance, edits, onRunToHere }: EditToolsProps) {
  const [open, setOpen] = useState<Open | null>(null)
  useEffect(() => addEditActions(instance, actionsOf(instance, edits, setOpen)), [instance, edits])
  const runToHere: MenuItem = { title: editorWords.runToHere, note: editorWords.runToHereKeys, run: onRunToHere }
  const close = () => {
    setOpen(null)
    instance.focus()
  }
  const apply = (made: readonly TextEdit[]) => {
    close()
    editText(instance, made)
  }
  if (open?.kind === 'rename') {
    const rename = (to: string) => edits.rename(instance.getValue(), open.start, to)
    return <RenameBox instance={instance} {...open} rename={rename} onEdits={apply} onClose={close} />
  }
  if (open?.kind === 'changes') {
    const items = onRunToHere === null ? open.items : [...open.items, runToHere]
    return <ChangesMenu instance={instance} at={open.at} items={items} onClose={close} />
  }
  return null
}

function actionsOf(instance: editor.IStandaloneCodeEditor, edits: Edits, onOpen: (open: Open) => void) {
  /** Asks about the text of now; what comes when it is another one already is dropped. */
  const ask = async <Answer,>(question: (text: string, offset: number) => Promise<Answer | null>) => {
    const [model, position] = [instance.getModel(), instance.getPosition()]
    if (!model || !position) return null
    const version = model.getVersionId()
    const offset = model.getOffsetAt(position)
    const answer = await question(model.getValue(), offset)
    return answer === null || model.getVersionId() !== version ? null : { model, offset, answer }
  }
  const actions = {
    async format() {
      const told = await ask(edits.format)
      if (!told) return
      if ('refused' in told.answer) return sayAtCursor(instance, told.answer.refused)
      editText(instance, told.answer.edits)
      if (told.answer.stayed !== null) sayAtCursor(instance, told.answer.stayed)
    },
    async rename() {
      const told = await ask(edits.renameable)
      if (!told) return
      if ('refused' in told.answer) sayAtCursor(instance, told.answer.refused)
      else onOpen({ kind: 'rename', start: told.answer.start, name: told.answer.name })
    },
    async define() {
      const told = await ask(edits.define)
      if (!told) return
      if ('refused' in told.answer) return sayAtCursor(instance, told.answer.refused)
      const range = rangeIn(told.model, told.answer)
      instance.setSelection(range)
      instance.revealRangeInCenterIfOutsideViewport(range)
    },
    async changes() {
      const told = await ask(edits.changes)
      const toRename = told && (await ask(edits.renameable))
      const defined = toRename && (await ask(edits.define))
      if (!told || !toRename || !defined) return
      // What has a key of its own is found here too.
      const named: readonly MenuItem[] = [
        unlessRefused(toRename.answer, editorWords.rename, 'F2', () => actions.rename()),
        unlessRefused(defined.answer, editorWords.define, 'F12', () => actions.define()),
        { title: editorWords.format, note: editorWords.formatKeys, run: () => void actions.format() },
      ]
      const items = told.answer.map((change) => itemOf(instance, change))
      onOpen({ kind: 'changes', items: [...items, ...named], at: told.offset })
    },
  }
  return actions
}

function unlessRefused(answer: object | Refused, title: string, keys: string, run: () => Promise<void>): MenuItem {
  if ('refused' in answer) return { title, note: answer.refused, run: null }
  return { title, note: keys, run: () => void run() }
}

function itemOf(instance: editor.IStandaloneCodeEditor, { title, outcome }: Change): MenuItem {
  if ('refused' in outcome) return { title, note: outcome.refused, run: null }
  return { title, note: null, run: () => editText(instance, outcome.edits) }
}
