import { editor } from 'monaco-editor/editor'

/** The editor's one theme; it exists once `followPage` has run. */
export const THEME = 'rowan'

/**
 * Makes the theme from the page's current tokens, and again whenever the page's theme changes; returns a function that
 * stops this. It reads computed colours, because in the built page `light-dark()` is resolved at the root. Where a person
 * has set colours for all pages, the theme is the editor's own of high contrast, as light or dark as the page is then.
 */
export function followPage(dark: boolean): () => void {
  const update = () => {
    defineTheme(dark)
    // When forced colours come or go, the editor takes another theme by itself.
    editor.setTheme(THEME)
  }
  const observer = new MutationObserver(update)
  const media = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', FORCED].map((query) => matchMedia(query))
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] })
  for (const query of media) query.addEventListener('change', update)
  update()
  return () => {
    observer.disconnect()
    for (const query of media) query.removeEventListener('change', update)
  }
}

/** The font families of the token `--font-data`: Monaco measures letters on a canvas, which knows no custom properties. */
export function dataFont(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--font-data').trim() || 'monospace'
}

/** Colours of tokens as Monaco takes them, `#rrggbbaa`: the browser resolves a token, a canvas converts it to sRGB. */
function tokenColors(tokens: readonly string[]): ReadonlyMap<string, string> {
  const probe = document.createElement('span')
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  document.body.append(probe)
  const colors = tokens.map((token): [string, string] => {
    probe.style.color = `var(${token})`
    return [token, context ? hexOf(context, getComputedStyle(probe).color) : '']
  })
  probe.remove()
  return new Map(colors)
}

function hexOf(context: CanvasRenderingContext2D, color: string): string {
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue, alpha].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const FORCED = '(forced-colors: active)'

function defineTheme(dark: boolean): void {
  if (matchMedia(FORCED).matches) {
    const base = matchMedia('(prefers-color-scheme: dark)').matches ? 'hc-black' : 'hc-light'
    editor.defineTheme(THEME, { base, inherit: true, rules: [], colors: {} })
    return
  }
  const colors = tokenColors([...Object.values(COLORS), ...RULES.map((rule) => rule.color)])
  editor.defineTheme(THEME, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: RULES.map(({ token, color, fontStyle }) => ({
      token,
      foreground: colors.get(color)?.slice(1, 7) ?? '',
      fontStyle: fontStyle ?? '',
    })),
    colors: Object.fromEntries(Object.entries(COLORS).map(([name, token]) => [name, colors.get(token) ?? ''])),
  })
}

const RULES: readonly { token: string; color: string; fontStyle?: string }[] = [
  { token: '', color: '--text-1' },
  { token: 'keyword', color: '--sql-keyword', fontStyle: 'bold' },
  { token: 'predefined.sql', color: '--sql-function' },
  { token: 'string.sql', color: '--sql-string' },
  { token: 'number', color: '--sql-number' },
  { token: 'identifier', color: '--sql-identifier' },
  { token: 'comment', color: '--sql-comment' },
  { token: 'variable', color: '--accent' },
  { token: 'operator.sql', color: '--text-1' },
  { token: 'delimiter', color: '--text-1' },
]

/** Monaco's names for its parts, and the token for the colour of each. */
const COLORS = {
  'editor.background': '--surface-canvas',
  'editor.foreground': '--text-1',
  'editorCursor.foreground': '--text-1',
  'editorLineNumber.foreground': '--text-3',
  'editorLineNumber.activeForeground': '--text-1',
  'editor.lineHighlightBackground': '--sql-line-current',
  'editor.lineHighlightBorder': '--line-grid',
  'editor.selectionBackground': '--accent-soft-line',
  'editor.inactiveSelectionBackground': '--accent-soft',
  'editor.findMatchBackground': '--hit',
  'editor.findMatchBorder': '--hit-line',
  'editor.findMatchHighlightBackground': '--hit',
  'editorBracketMatch.background': '--accent-soft',
  'editorBracketMatch.border': '--accent-soft-line',
  'editorError.foreground': '--error-solid',
  'editorWarning.foreground': '--warn',
  'editorOverviewRuler.warningForeground': '--warn',
  'editorOverviewRuler.errorForeground': '--error-solid',
  'editorOverviewRuler.border': '--line-grid',
  'editorWidget.background': '--surface-raised',
  'editorWidget.foreground': '--text-1',
  'editorWidget.border': '--line-panel',
  'editorSuggestWidget.background': '--surface-raised',
  'editorSuggestWidget.foreground': '--text-1',
  'editorSuggestWidget.border': '--line-panel',
  'editorSuggestWidget.selectedBackground': '--accent-soft',
  'editorSuggestWidget.selectedForeground': '--text-1',
  'editorSuggestWidget.selectedIconForeground': '--accent',
  'editorSuggestWidget.highlightForeground': '--accent',
  'editorSuggestWidget.focusHighlightForeground': '--accent',
  'editorHoverWidget.background': '--surface-raised',
  'editorHoverWidget.foreground': '--text-1',
  'editorHoverWidget.border': '--line-panel',
  'editorHoverWidget.highlightForeground': '--accent',
  'list.hoverBackground': '--surface-hover',
  'list.hoverForeground': '--text-1',
  'symbolIcon.structForeground': '--text-2',
  'symbolIcon.fieldForeground': '--text-2',
  'symbolIcon.functionForeground': '--sql-function',
  'symbolIcon.valueForeground': '--sql-string',
  'symbolIcon.enumeratorForeground': '--sql-string',
  'symbolIcon.enumeratorMemberForeground': '--sql-string',
  'symbolIcon.snippetForeground': '--text-2',
  'symbolIcon.keywordForeground': '--sql-keyword',
  'symbolIcon.variableForeground': '--text-2',
  'symbolIcon.moduleForeground': '--text-2',
  'symbolIcon.typeParameterForeground': '--text-2',
  'input.background': '--surface-field',
  'input.foreground': '--text-1',
  'input.border': '--line-control',
  'inputOption.activeBackground': '--accent-soft',
  'inputOption.activeForeground': '--accent',
  'inputOption.activeBorder': '--accent-soft-line',
  'scrollbarSlider.background': '--line-panel',
  'scrollbarSlider.hoverBackground': '--line-control',
  'scrollbarSlider.activeBackground': '--line-control',
  'scrollbar.shadow': '--line-panel',
  'widget.shadow': '--line-panel',
  focusBorder: '--focus-ring',
}
