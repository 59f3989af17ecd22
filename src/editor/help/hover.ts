import { editor, KeyCode } from 'monaco-editor/editor'
import { editorWords } from '../../words/en/editor.ts'
import styles from './Help.module.css'
import type { Explanation, Part, SqlHelp } from './sqlHelp.ts'

/**
 * Explains the name under the pointer, or with F1 that at the cursor, which is read out too. Escape, another key or leaving
 * closes it. Monaco's own hover would be 59 kB.
 */
export function explainNames(instance: editor.IStandaloneCodeEditor, help: SqlHelp): () => void {
  const panel = createPanel(instance)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const hide = () => {
    clearTimeout(timer)
    asked += 1
    panel.hide()
  }
  const explain = async (offset: number, isReadOut: boolean) => {
    asked += 1
    const own = asked
    const model = instance.getModel()
    const version = model?.getVersionId()
    const found = model && (await help.explain(model.getValue(), offset))
    if (own !== asked || !found || model.getVersionId() !== version) return
    if (found.said) panel.show(found, found.said, isReadOut)
    else if (isReadOut) panel.say(editorWords.nothingToExplain)
    else panel.hide()
  }
  const later = (work: () => void, ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const disposables = [
    instance.onMouseMove(({ target, event }) => {
      // On its way from the name to the panel the pointer leaves both.
      if (event.browserEvent.buttons !== 0 || panel.holds(event.browserEvent.target)) return clearTimeout(timer)
      const offset = offsetOf(instance, target)
      if (offset === null) return later(hide, LEAVE_MS)
      if (!panel.isAbout(offset)) later(() => void explain(offset, false), REST_MS)
      else clearTimeout(timer)
      return undefined
    }),
    instance.onMouseLeave(() => later(hide, LEAVE_MS)),
    instance.onMouseDown(({ event }) => panel.holds(event.browserEvent.target) || hide()),
    instance.onKeyDown(({ keyCode }) => MODIFIERS.has(keyCode) || hide()),
    instance.onDidChangeModelContent(hide),
    instance.onDidScrollChange(hide),
    instance.onDidBlurEditorWidget(hide),
    instance.addAction({
      id: 'rowan.explain',
      label: editorWords.explain,
      keybindings: [KeyCode.F1],
      run: () => {
        const [model, position] = [instance.getModel(), instance.getPosition()]
        if (model && position) void explainAt(model.getOffsetAt(position))
      },
    }),
  ]
  /** A cursor behind a name is at it, too. */
  const explainAt = async (offset: number) => {
    const text = instance.getValue()
    const isBehind = offset > 0 && /^$|[\s,();.]/.test(text.charAt(offset)) && !/\s/.test(text.charAt(offset - 1))
    await explain(isBehind ? offset - 1 : offset, true)
  }
  return () => {
    hide()
    for (const each of disposables) each.dispose()
    panel.end()
  }
}

/** How long the pointer rests on a name before it is explained, ms. */
const REST_MS = 300

/** As high as an explanation with a note of two lines. */
const ROOM_ABOVE_PX = 120

/** How long it may be on its way to the explanation, ms. */
const LEAVE_MS = 200

const MODIFIERS: ReadonlySet<KeyCode> = new Set([KeyCode.Ctrl, KeyCode.Shift, KeyCode.Alt, KeyCode.Meta, KeyCode.F1])

function offsetOf(instance: editor.ICodeEditor, target: editor.IMouseTarget): number | null {
  const model = instance.getModel()
  if (target.type !== editor.MouseTargetType.CONTENT_TEXT || !model) return null
  const offset = model.getOffsetAt(target.position)
  // The title of a table is drawn behind its id.
  return target.element?.classList.contains(styles.title ?? '') === true ? offset - 1 : offset
}

interface Panel {
  readonly show: (part: Part, said: Explanation, isReadOut: boolean) => void
  readonly say: (text: string) => void
  readonly hide: () => void
  readonly isAbout: (offset: number) => boolean
  readonly holds: (node: EventTarget | null) => boolean
  readonly end: () => void
}

function createPanel(instance: editor.IStandaloneCodeEditor): Panel {
  let about: Part | null = null
  const node = document.createElement('div')
  node.className = styles.panel ?? ''
  node.setAttribute('role', 'tooltip')
  // Its text is read out when it changes, which needs it to be there before.
  const readOut = document.createElement('div')
  readOut.className = styles.readOut ?? ''
  readOut.setAttribute('role', 'status')
  instance.getContainerDomNode().append(readOut)
  const widget: editor.IContentWidget = {
    allowEditorOverflow: true,
    suppressMouseDown: false,
    getId: () => 'rowan.explanation',
    getDomNode: () => node,
    getPosition() {
      const position = about && (instance.getModel()?.getPositionAt(about.start) ?? null)
      const { ABOVE, BELOW } = editor.ContentWidgetPositionPreference
      if (position === null) return null
      // Above the first lines it would be under the bars of the page.
      const isHigh = (instance.getScrolledVisiblePosition(position)?.top ?? 0) < ROOM_ABOVE_PX
      return { position, preference: isHigh ? [BELOW, ABOVE] : [ABOVE, BELOW] }
    },
  }
  const hide = () => {
    readOut.textContent = ''
    if (about === null) return
    about = null
    instance.removeContentWidget(widget)
  }
  return {
    show(part, said, isReadOut) {
      hide()
      about = part
      node.replaceChildren(...linesOf(said))
      instance.addContentWidget(widget)
      // Not by `innerText`, which is empty as long as Monaco has not placed the panel.
      if (isReadOut) readOut.replaceChildren(...linesOf(said))
    },
    say(text) {
      hide()
      readOut.textContent = text
    },
    hide,
    isAbout: (offset) => about !== null && offset >= about.start && offset < about.end,
    holds: (target) => target instanceof Node && node.contains(target),
    end() {
      hide()
      readOut.remove()
    },
  }
}

function linesOf({ title, aside, code, lines, values }: Explanation): readonly HTMLElement[] {
  const heading = element('div', [
    element('strong', [title]),
    ...(aside === null ? [] : [' ', element('span', [aside])]),
  ])
  const list = element(
    'ul',
    values.map(({ text, records }) =>
      element('li', [element('span', [text]), ...(records === null ? [] : [' ', element('small', [records])])]),
    ),
  )
  return [
    heading,
    ...code.map((each) => element('code', [each])),
    ...lines.map((each) => element('p', [each])),
    ...(values.length === 0 ? [] : [list]),
  ]
}

function element(tag: string, children: readonly (string | HTMLElement)[]): HTMLElement {
  const made = document.createElement(tag)
  made.append(...children)
  return made
}
