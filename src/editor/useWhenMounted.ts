import type { editor } from 'monaco-editor'
import { useCallback, useEffect, useRef } from 'react'

type Work = (instance: editor.IStandaloneCodeEditor) => void

/** Gives what does something with the editor: at once, or as soon as it has loaded, so that no press before that is lost. */
export function useWhenMounted(mounted: editor.IStandaloneCodeEditor | null): (work: Work) => void {
  const due = useRef<Work[]>([])
  useEffect(() => {
    if (mounted) for (const work of due.current.splice(0)) work(mounted)
  }, [mounted])
  return useCallback(
    (work) => {
      if (mounted) work(mounted)
      else due.current.push(work)
    },
    [mounted],
  )
}
