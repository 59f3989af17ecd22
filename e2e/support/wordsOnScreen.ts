// oxlint-disable unicorn/consistent-function-scoping -- runs in the page, so that it has to hold all it needs
/** A text that is seen, or that a screen reader says, and where it is. */
export interface Text {
  readonly text: string
  readonly place: string
  /** It is not seen whole: cut off by a box around it, outside the page, or painted over the edge of its own box. */
  readonly cut: '' | 'cut' | 'outside' | 'spills'
  /** The whole of it is one step away: a title says it, or the cell opens. */
  readonly isAtHand: boolean
  /** It stands in a drawing, which screen readers get in words. */
  readonly isDrawn: boolean
}

/** Runs in the page: all texts on it, what controls are called included. */
export function textsOnScreen(): Text[] {
  const found = new Map<string, Text>()
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const pen = document.createElement('canvas').getContext('2d')
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('script, style, code, pre, .monaco-editor, .monaco-aria-container') !== null) continue
    if (!isShown(element)) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
      const text = element.getAttribute(name)
      if (text !== null) add(text, element, name === 'placeholder' ? cutInField(element, text) : '', ` [${name}]`)
    }
    if (element instanceof HTMLSelectElement) {
      const text = element.selectedOptions[0]?.text ?? ''
      add(text, element, cutInField(element, text))
    }
    if (element instanceof HTMLTextAreaElement) continue
    // A value in a cell is in pieces where the search has found something.
    if (element.closest('[role="gridcell"]') !== null) {
      if (element.matches('[role="gridcell"]')) add(element.textContent, element, '')
      continue
    }
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const text = own.map((node) => node.textContent ?? '').join(' ')
    if (text.trim() !== '') add(text, element, element.matches('option, optgroup') ? '' : cutOf(element, own))
  }
  add(document.title, document.documentElement, '', ' [document.title]')
  return [...found.values()]

  function add(text: string, element: Element, cut: Text['cut'], how = '') {
    const place = `${placeOf(element)}${how}`
    const isAtHand = element.closest('[title], [role="gridcell"], select') !== null
    const isDrawn = element.closest('[aria-hidden="true"]') !== null
    const before = found.get(`${text} ${place}`)
    if (!before?.cut) found.set(`${text} ${place}`, { text: text.trim(), place, cut, isAtHand, isDrawn })
  }

  function placeOf(element: Element): string {
    const parts: string[] = []
    for (let at: Element | null = element; at !== null && parts.length < 3; at = at.parentElement) {
      const name = at
        .getAttribute('class')
        ?.split(' ')[0]
        ?.replace(/^_|_\w+_\d+$/g, '')
      parts.unshift(`${at.tagName.toLowerCase()}${name ? `.${name}` : ''}`)
    }
    return parts.join(' > ')
  }

  /** A field shows one line and no more of it than its width. */
  function cutInField(element: Element, text: string): Text['cut'] {
    const style = getComputedStyle(element)
    if (pen === null || (element instanceof HTMLInputElement && element.value !== '')) return ''
    pen.font = style.font
    const width = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    return pen.measureText(text).width > width + 1 && width > 2 ? 'cut' : ''
  }

  function cutOf(element: Element, nodes: readonly Node[]): Text['cut'] {
    const lines = nodes.flatMap((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()]
    })
    const control = element.closest('button, [role="tab"], [data-chip], summary')?.getBoundingClientRect()
    let state: Text['cut'] = ''
    if (control && lines.some((line) => isBeyond(line, control, true, true))) state = 'spills'
    let [x, y] = [true, true]
    let isAbsolute = false
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at)
      const isSkipped = isAbsolute && style.position === 'static'
      if (!isSkipped) {
        const box = at.getBoundingClientRect()
        const clipsX = /hidden|clip/.test(style.overflowX)
        const clipsY = /hidden|clip/.test(style.overflowY)
        // What only screen readers get is one pixel large.
        if (clipsX && (box.width <= 2 || box.height <= 2)) return ''
        if ((clipsX && x) || (clipsY && y)) {
          const ends = at === element && at.scrollWidth > at.clientWidth + 1 && x && clipsX
          if (ends || lines.some((line) => isBeyond(line, box, x && clipsX, y && clipsY))) state = 'cut'
        }
        if (/auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth) x = false
        if (/auto|scroll/.test(style.overflowY) && at.scrollHeight > at.clientHeight) y = false
        isAbsolute = style.position === 'absolute'
      }
      if (style.position === 'fixed' || at.matches('[popover], dialog')) break
    }
    const page = { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity }
    if (state === '' && x && lines.some((line) => isBeyond(line, page, true, false))) return 'outside'
    return state
  }

  /** A line of text is beyond a box if it leaves it at a side, or with a third of its height. */
  function isBeyond(
    line: DOMRect,
    box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
    x: boolean,
    y: boolean,
  ): boolean {
    const seen = Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top)
    return (x && (line.right > box.right + 1 || line.left < box.left - 1)) || (y && seen < line.height * 0.67)
  }
}

/** What a walk knows to be data: texts of the service's answers, and names that stand inside sentences. */
export interface Known {
  readonly data: ReadonlySet<string>
  readonly names: readonly string[]
}

/** The lines of a report: what is English though the page speaks another language, and words that are not seen whole. */
export function findings(texts: readonly Text[], known: Known): string[] {
  return texts.flatMap(({ text, place, cut, isAtHand, isDrawn }) => {
    const isOurs = !isDatum(text, known.data)
    const shown = `“${text.slice(0, 160)}”  (${place})`
    const english = isOurs ? WORD.exec(leftOf(text, known)) : null
    const mayBeCut = isAtHand && (!isOurs || isDrawn)
    const isCut = cut !== '' && !mayBeCut && HAS_WORD.test(text)
    return [...(english ? [`“${english[0]}” in ${shown}`] : []), ...(isCut ? [`${cut.toUpperCase()} ${shown}`] : [])]
  })
}

function isDatum(text: string, data: ReadonlySet<string>): boolean {
  if (data.has(text) || /^[{[]/.test(text)) return true
  // A cell shows the beginning of a long text.
  const start = text.replace(/…$/, '')
  if (start.length > 100 && [...data].some((datum) => datum.startsWith(start))) return true
  const isKnown = isKnownIn(data, HAS_WORD)
  return text.split('\n').every((line) => isKnown(line) || line.split(/, | · /).every(isKnown))
}

/** Whether a part of a text is data, or has no such word beside the names of the protocol. */
function isKnownIn(data: ReadonlySet<string>, word: RegExp): (part: string) => boolean {
  return (part) => data.has(part.trim()) || !word.test(part.replaceAll(PROTOCOL, ' '))
}

/**
 * The text without the names and the lines and longer texts of data in it: only where it has words of the other language
 * too, so that no English hides there.
 */
function leftOf(text: string, { names, data }: Known): string {
  // A name may stand right behind the letters that have been put to the end of a word.
  const spaced = text.replaceAll(/(?<=[·éïöü])(?=[\w/])/g, ' ')
  if (!/[àáçéïöü\u0100-\u1eff]/u.test(text)) return spaced.replaceAll(PROTOCOL, ' ')
  const isKnown = isKnownIn(data, WORD)
  const lines = spaced.split('\n').filter((line) => !isKnown(line) && !line.split(', ').every(isKnown))
  // What is said of a value begins with it.
  const said = lines.map((line) => (data.has(line.split(': ')[0] ?? '') ? line.slice(line.indexOf(': ')) : line))
  const quoted = said.join('\n')
  const held = [...data].filter((datum) => datum.length >= SHORTEST_QUOTED && quoted.includes(datum))
  return [...names, ...held]
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(name, ' '), quoted)
    .replaceAll(PROTOCOL, ' ')
}

/** Shorter values of the data could be words of ours as well. */
const SHORTEST_QUOTED = 5

const WORD = /(?<![\p{L}\d_])[A-Za-z]{2,}(?![\p{L}\d_])/u
const HAS_WORD = /\p{L}{2,}/u

/** Names and units that are the same in each language: of products, of the protocol, of its types. */
const PROTOCOL =
  /(?<![\p{L}\d_])(?:Rowan|PostgreSQL|PGlite|SQL|CSV|TSV|JSON|API|URL|UTF-8|localhost|CORS|CKAN|HTTPS?|DataStore|GET|POST|OPTIONS|Authorization|[a-z\d]+(?:_[a-z\d]+)+(?:\.[a-z]+)?|datastore|https?:\S+|\/[\w./-]+|curl|UTC|null|true|false|int\d?|text|numeric|timestamp(?:tz)?|uuid|jsonb?|bool|date|float\d|tsvector|time|interval)(?![\p{L}\d_])/gu
