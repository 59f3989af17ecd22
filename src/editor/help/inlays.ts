import { editor } from 'monaco-editor/editor'
import styles from './Help.module.css'
import type { SqlHelp } from './sqlHelp.ts'
import { rangeIn } from '../modelRange.ts'

/**
 * Shows the title of a table behind its id. It is drawn and not in the text: what is copied, searched and run is without it.
 * Monaco's own inlay hints would be 24 kB.
 */
export function showTitles(instance: editor.IStandaloneCodeEditor, { titles }: SqlHelp): () => void {
  const drawn = instance.createDecorationsCollection()
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = async () => {
    const model = instance.getModel()
    const version = model?.getVersionId()
    const found = await titles(instance.getValue())
    if (!model || found === null || instance.getModel() !== model || model.getVersionId() !== version) return
    drawn.set(
      found.map(({ start, end, title }) => {
        return {
          range: rangeIn(model, { start, end }),
          options: {
            stickiness: editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
            after: {
              content: shortTitle(title),
              inlineClassName: styles.title ?? '',
              inlineClassNameAffectsLetterSpacing: true,
              cursorStops: editor.InjectedTextCursorStops.None,
            },
          },
        }
      }),
    )
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void update(), QUIET_MS)
  }
  const changes = instance.onDidChangeModelContent(later)
  later()
  return () => {
    clearTimeout(timer)
    changes.dispose()
    drawn.clear()
  }
}

/** How long nothing must be typed before titles are looked up again, ms; until then those shown move with their ids. */
const QUIET_MS = 200

/** What is behind it must stay on the screen. */
const LONGEST_TITLE = 40

function shortTitle(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ')
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line
}
