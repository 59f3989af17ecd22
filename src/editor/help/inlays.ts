import { editor } from 'monaco-editor/editor'
import styles from './Help.module.css'
import type { Part, SqlHelp } from './sqlHelp.ts'
import { rangeIn } from '../modelRange.ts'

/**
 * Shows the title of a table behind its id. It is drawn and not in the text: what is copied, searched and run is without it.
 * What is drawn already stays, and a frame draws only so many: a text that is pasted may name hundreds.
 * Monaco's own inlay hints would be 24 kB.
 */
export function showTitles(instance: editor.IStandaloneCodeEditor, { titles }: SqlHelp): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  /** Titles by the ids of their decorations. */
  const drawn = new Map<string, string>()
  const model = instance.getModel()
  const change = (gone: readonly string[], added: readonly Titled[]) => {
    if (!model) return
    const ids = model.deltaDecorations(
      [...gone],
      added.map(({ title, ...place }) => ({ range: rangeIn(model, place), options: optionsOf(title) })),
    )
    for (const id of gone) drawn.delete(id)
    for (const [at, id] of ids.entries()) drawn.set(id, added[at]?.title ?? '')
  }
  const update = async () => {
    const version = model?.getVersionId()
    const found = await titles(instance.getValue())
    const isStill = () => instance.getModel() === model && model?.getVersionId() === version
    if (!model || found === null || !isStill()) return
    const missing = new Map(found.map((each) => [keyOf(each), each]))
    const gone: string[] = []
    for (const [id, title] of drawn) {
      const range = model.getDecorationRange(id)
      const start = range && model.getOffsetAt(range.getStartPosition())
      const end = range && model.getOffsetAt(range.getEndPosition())
      if (start === null || end === null || !missing.delete(keyOf({ start, end, title }))) gone.push(id)
    }
    // What is on the screen comes first.
    const top = instance.getVisibleRanges()[0]?.getStartPosition()
    const from = top ? model.getOffsetAt(top) : 0
    const wanted = [...missing.values()].toSorted((a, b) => Math.abs(a.start - from) - Math.abs(b.start - from))
    const drawSome = () => {
      if (!isStill()) return
      change(gone.splice(0, MOST_A_FRAME), wanted.splice(0, MOST_A_FRAME))
      if (gone.length > 0 || wanted.length > 0) frame = requestAnimationFrame(drawSome)
    }
    if (gone.length > 0 || wanted.length > 0) drawSome()
  }
  const later = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    timer = setTimeout(() => void update(), QUIET_MS)
  }
  const changes = instance.onDidChangeModelContent(later)
  later()
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    changes.dispose()
    if (model?.isDisposed() === false) model.deltaDecorations([...drawn.keys()], [])
  }
}

type Titled = Part & { readonly title: string }

function keyOf({ start, end, title }: Titled): string {
  return `${start} ${end} ${title}`
}

function optionsOf(title: string): editor.IModelDecorationOptions {
  return {
    stickiness: editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
    after: {
      content: shortTitle(title),
      inlineClassName: styles.title ?? '',
      inlineClassNameAffectsLetterSpacing: true,
      cursorStops: editor.InjectedTextCursorStops.None,
    },
  }
}

/** So many titles are added, and so many taken away, in one frame. */
const MOST_A_FRAME = 40

/** How long nothing must be typed before titles are looked up again, ms; until then those shown move with their ids. */
const QUIET_MS = 200

/** What is behind it must stay on the screen. */
const LONGEST_TITLE = 40

function shortTitle(title: string): string {
  const line = title.replaceAll(/\s+/g, ' ')
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line
}
