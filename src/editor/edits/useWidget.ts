import { editor } from 'monaco-editor/editor'
import { useEffectEvent, useLayoutEffect, useState } from 'react'

/** An element of the editor below a place of its text. `onShown`: it can have the focus now, which Monaco hides it from at first. */
export function useWidget(
  instance: editor.IStandaloneCodeEditor,
  id: string,
  at: number,
  onShown: () => void,
): HTMLElement {
  const [node] = useState(() => document.createElement('div'))
  const shown = useEffectEvent(onShown)
  useLayoutEffect(() => {
    let isShown = false
    const position = instance.getModel()?.getPositionAt(at) ?? null
    const preference = [editor.ContentWidgetPositionPreference.BELOW, editor.ContentWidgetPositionPreference.ABOVE]
    const widget: editor.IContentWidget = {
      allowEditorOverflow: true,
      getId: () => id,
      getDomNode: () => node,
      getPosition: () => ({ position, preference }),
      afterRender() {
        if (!isShown) shown()
        isShown = true
      },
    }
    instance.addContentWidget(widget)
    return () => instance.removeContentWidget(widget)
  }, [instance, node, id, at])
  return node
}
