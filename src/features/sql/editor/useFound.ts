import { useEffect, useState, type RefObject } from 'react'
import type { Checks, Underline } from '../../../editor/checks/underlines.ts'
import type { SqlEditorHandle } from '../../../editor/SqlEditor.tsx'

/** What is wrong in a text, known when nothing has been typed for a moment. */
export function useFound(
  checks: Checks,
  text: string,
  handle: RefObject<SqlEditorHandle | null>,
): readonly Underline[] {
  const [begun] = useState(text)
  const [found, setFound] = useState({ of: text, list: NOTHING })
  useEffect(() => {
    let isEnded = false
    const ask = async () => {
      const answer = await checks.check(text, handle.current?.selection().end ?? text.length, text !== begun)
      if (isEnded || answer === null) return
      setFound({ of: text, list: answer.found })
      void answer.more?.then(() => (isEnded ? undefined : ask()))
    }
    const timer = setTimeout(() => void ask(), checks.quietMs)
    return () => {
      isEnded = true
      clearTimeout(timer)
    }
  }, [checks, text, handle, begun])
  return found.of === text ? found.list : NOTHING
}

const NOTHING: readonly Underline[] = []
