import type { RefObject } from 'react'
import type { SqlEditorHandle } from '../../../editor/SqlEditor.tsx'
import { useMediaQuery } from '../../../ui/browser/useMediaQuery.ts'
import { settings, useSetting } from '../../../workspace/settings.ts'

/** How editor and result share the room, and how to change that. */
export function usePanes(editor: RefObject<SqlEditorHandle | null>) {
  const isWide = useMediaQuery('(min-width: 900px)')
  const side = useSetting(settings.editorSide)
  const full = useSetting(settings.fullPane)
  const height = useSetting(settings.editorShare)
  const width = useSetting(settings.editorWidth)
  const isSplit = full === 'none'
  const isBeside = isSplit && isWide && side === 'beside'
  return {
    full,
    isSplit,
    /** Where there is no room for both beside each other, they stand above each other. */
    isBeside,
    share: isBeside ? width : height,
    setShare: (isBeside ? settings.editorWidth : settings.editorShare).set,
    /** Gives all room to the one that has the focus; again: to both. */
    fill: () => {
      const inEditor = document.activeElement?.closest('[data-pane="question"]') != null
      settings.fullPane.set(isSplit ? (inEditor ? 'editor' : 'result') : 'none')
      // The focus may have been in what is gone, or hidden with it.
      if (!isSplit && full === 'result') requestAnimationFrame(() => editor.current?.focus())
    },
    turn: () => {
      settings.editorSide.set(side === 'above' ? 'beside' : 'above')
      settings.fullPane.set('none')
    },
  }
}

export type Panes = ReturnType<typeof usePanes>

/** Makes room for the editor, where the result has all of it. */
export function makeRoomForEditor(): void {
  if (settings.fullPane.get() === 'result') settings.fullPane.set('none')
}

/** Makes room for a result, where the editor has all of it. */
export function makeRoomForResult(): void {
  if (settings.fullPane.get() === 'editor') settings.fullPane.set('none')
}
