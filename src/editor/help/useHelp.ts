import type { editor } from 'monaco-editor/editor'
import { useEffect } from 'react'
import { showTitles } from './inlays.ts'
import { explainNames } from './hover.ts'
import { takeNames } from './names.ts'
import { showCalls } from './signatures.ts'
import type { SqlHelp } from './sqlHelp.ts'

/** What an editor says about its text while it is on the screen: titles of tables, meanings, signatures; and names put into it. */
export function useHelp(instance: editor.IStandaloneCodeEditor | null, help: SqlHelp): void {
  useEffect(() => {
    if (!instance) return undefined
    const ends = [
      showTitles(instance, help),
      explainNames(instance, help),
      takeNames(instance, help),
      showCalls(instance, help),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [instance, help])
}
