import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { underlineAfter, underlineAt, underlineBefore } from '../../../editor/checks/foundAt.ts'
import type { Underline } from '../../../editor/checks/underlines.ts'
import type { SqlEditorHandle, SqlEditorProps } from '../../../editor/SqlEditor.tsx'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { applyEdits } from '../../../sql/textEdit.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { editorWords } from '../../../words/en/editor.ts'
import { readerWords } from '../../../words/en/sqlReader.ts'
import { chordOf } from '../../shortcuts/chord.ts'
import { useSqlSource } from '../useSqlSource.ts'
import { PlainEditor } from './PlainEditor.tsx'
import styles from './ReaderEditor.module.css'
import { useDiagnostics } from './useDiagnostics.ts'
import { useFound } from './useFound.ts'

export interface ReaderEditorProps extends Pick<
  SqlEditorProps,
  'value' | 'onChange' | 'error' | 'onCursor' | 'onFix' | 'onRunToHere'
> {
  readonly instanceId: string
  readonly client: ActionClient
  readonly tableId: string | null
  readonly handle: RefObject<SqlEditorHandle | null>
}

/**
 * The text box of those who write with a screen reader: the browser's own, which it reads in lines, words and letters, and which
 * keeps every letter. What the other editor underlines is counted and said here, one by one, and mended by the same keys.
 */
export function ReaderEditor(props: ReaderEditorProps) {
  const { instanceId, client, tableId, handle, onFix, onRunToHere, ...box } = props
  const checks = useDiagnostics(useSqlSource(instanceId, client, tableId), client)
  const found = useFound(checks, box.value, handle)
  /** What was said by a key, of which text. */
  const [said, setSaid] = useState({ of: '', words: '' })
  const keysId = useId()
  const say = (words: string) => setSaid({ of: box.value, words })

  const go = (next: Underline | null) => {
    if (next === null) return say(readerWords.nothingFound)
    // Not selected: what is selected would run by itself.
    handle.current?.goTo(next.start)
    say(readerWords.found(found.indexOf(next) + 1, found.length, next.message, next.fixes[0]?.title ?? null))
  }
  const fix = () => {
    if (onFix) return onFix()
    const here = underlineAt(found, handle.current?.selection().start ?? 0)
    const [first] = here?.fixes ?? []
    if (first === undefined) return say(readerWords.noFix)
    handle.current?.edit(first.edits)
    setSaid({ of: applyEdits(box.value, first.edits), words: readerWords.fixed(first.title) })
  }
  const turn = (isNext: boolean) => {
    const at = handle.current?.selection().start ?? 0
    go(isNext ? underlineAfter(found, at) : underlineBefore(found, at))
  }
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    F8: () => turn(true),
    'Shift+F8': () => turn(false),
    'Mod+.': fix,
    'Mod+Alt+Enter': onRunToHere,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isFormat = event.altKey && event.shiftKey && event.code === 'KeyF'
    const act = isFormat ? () => handle.current?.format() : acts[chordOf(event.nativeEvent) ?? '']
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The keys are those of the text box inside.
    <div className={styles.reader} onKeyDown={onKeyDown}>
      <PlainEditor {...box} describedBy={keysId} ref={handle} />
      <output className={styles.said}>
        {said.of === box.value && said.words !== '' ? said.words : countOf(found)}
      </output>
      <VisuallyHidden id={keysId}>{readerWords.keys}</VisuallyHidden>
    </div>
  )
}

function countOf(found: readonly Underline[]): string {
  const errors = found.filter(({ severity }) => severity === 'error').length
  return editorWords.underlined(errors, found.length - errors)
}
