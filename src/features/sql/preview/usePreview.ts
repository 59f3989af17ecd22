import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import type { SqlEditorHandle } from '../../../editor/SqlEditor.tsx'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { settings, useSetting } from '../../../workspace/settings.ts'
import { prepareParser } from '../../copyAs/prepareParser.ts'
import type { TypeOf } from '../runs/filledText.ts'
import type { Asking } from '../runs/useAsking.ts'
import type { useStatement } from '../useStatement.ts'
import { bareStatement } from './previewStatement.ts'
import { createPreviews, type Preview } from './previews.ts'

export interface PreviewOf {
  readonly statement: ReturnType<typeof useStatement>
  readonly editor: RefObject<SqlEditorHandle | null>
  readonly typeOf: TypeOf
  readonly asking: Asking
  readonly withoutServer: (sql: string) => ActionClient | null
}

/** The preview of what is being written, and whether it is shown in the place of the result. */
export interface ShownPreview {
  readonly preview: Preview | null
  readonly isShown: boolean
  readonly choose: (what: 'preview' | 'result') => void
}

/** Shows the first rows of what is being written, where that asks no server. A run takes their place. */
export function usePreview({ statement, editor, typeOf, asking, withoutServer }: PreviewOf): ShownPreview {
  const [previews] = useState(createPreviews)
  const { shown } = useSyncExternalStore(previews.subscribe, previews.get)
  const [chosen, choose] = useState<'preview' | 'result'>('preview')
  const { text, values } = statement
  const { results, waiting } = asking
  const isOn = useSetting(settings.previews)
  const mayAsk = isOn && waiting === null
  const run = results.map((result) => result.statement.id).join(' ')
  const [runBefore, setRunBefore] = useState(run)
  if (run !== runBefore) {
    setRunBefore(run)
    choose('preview')
  }
  const place = `${run} ${mayAsk}`
  const placeBefore = useRef(place)
  useEffect(() => {
    if (placeBefore.current !== place) previews.clear()
    placeBefore.current = place
  }, [previews, place])
  useEffect(() => () => previews.clear(), [previews])

  const ask = useEffectEvent((isWanted: () => boolean) => {
    if (!mayAsk) return
    prepareParser()
    previews.type({
      text,
      values,
      selected: editor.current?.selection() ?? { start: text.length, end: text.length },
      typeOf,
      clientFor: withoutServer,
      hasRun: (sql) => results.some(({ answer }) => answer !== null && bareStatement(answer.sql) === sql),
      isWanted,
    })
  })
  const before = useRef({ text, values })
  useEffect(() => {
    const isSame = before.current.text === text && before.current.values === values
    before.current = { text, values }
    if (!isSame) ask(isWriting)
  }, [text, values])
  const wasOn = useRef(isOn)
  useEffect(() => {
    // Who has just turned them on waits for one, wherever the focus is.
    if (isOn && !wasOn.current) ask(() => true)
    wasOn.current = isOn
  }, [isOn])
  return { preview: shown, isShown: shown !== null && chosen === 'preview', choose }
}

/** The focus is where text is written. */
function isWriting(): boolean {
  return document.activeElement?.matches('textarea, input, [role="textbox"]') === true
}
