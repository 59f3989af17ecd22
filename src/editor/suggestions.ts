import { editor, KeyCode, KeyMod, languages } from 'monaco-editor/editor'
import { editorWords } from '../words/en/editor.ts'
import { LANGUAGE } from './monaco.ts'

/** Something that can be written at the cursor. */
export interface Suggestion {
  readonly kind: 'table' | 'column' | 'function' | 'value' | 'keyword' | 'alias' | 'cte' | 'parameter' | 'snippet'
  readonly label: string
  /** Of a snippet with its stops: `${1:name}`. */
  readonly insert: string
  /** A blank belongs behind it, if none is there yet. */
  readonly blank?: true
  readonly detail: string | null
  readonly title: string | null
  /** How many records of its table have the value, if they were counted. */
  readonly records?: number
  /** What the data dictionary says of a column. */
  readonly note?: string
}

/** The likeliest first; each replaces `range` of the text. After `more` the same question has another answer. */
export interface Suggestions {
  readonly items: readonly Suggestion[]
  readonly range: { readonly start: number; readonly end: number }
  readonly more: Promise<unknown> | null
}

/** Says what can be written at a place of a text; null if the question was overtaken. */
export type Complete = (text: string, offset: number) => Promise<Suggestions | null>

/** The editor on the screen, and who is asked for it. */
let asking: { readonly instance: editor.ICodeEditor; readonly complete: Complete } | null = null

/** Suggestions of that editor come from `complete`, until the returned function is called. */
export function suggestFrom(instance: editor.ICodeEditor, complete: Complete): () => void {
  asking = { instance, complete }
  instance.getContainerDomNode().style.setProperty('--suggestion-keys', JSON.stringify(editorWords.suggestionKeys))
  return () => {
    if (asking?.complete === complete) asking = null
  }
}

export function suggestionsOpen(instance: editor.ICodeEditor): boolean {
  return instance.getContainerDomNode().querySelector('.suggest-widget.visible') !== null
}

export function closeSuggestions(instance: editor.ICodeEditor): void {
  instance.trigger('keyboard', 'hideSuggestWidget', {})
}

/** Nothing is chosen before an arrow key chooses it, so Enter makes a line; words of the text are no suggestions. */
export const SUGGESTING: editor.IStandaloneEditorConstructionOptions = {
  // In a string there are the values of the column beside it, or nothing.
  quickSuggestions: { other: true, comments: false, strings: true },
  suggest: { selectionMode: 'never', snippetsPreventQuickSuggestions: false, showStatusBar: true },
  suggestSelection: 'first',
  suggestFontSize: 13,
  suggestLineHeight: 24,
  acceptSuggestionOnEnter: 'on',
  acceptSuggestionOnCommitCharacter: false,
  wordBasedSuggestions: 'off',
  // In the order in which they come.
  snippetSuggestions: 'inline',
  inlineSuggest: { enabled: false },
}

// One for the page: Monaco has one list of them for all editors.
languages.registerCompletionItemProvider(LANGUAGE, {
  // A blank or a bracket opens the list only where a name of the data has to come.
  triggerCharacters: ['.', '"', "'", ' ', '('],
  async provideCompletionItems(model, position, context, token) {
    const source = asking
    const offset = model.getOffsetAt(position)
    const version = model.getVersionId()
    const text = model.getValue()
    const found = await source?.complete(text, offset)
    if (!found || token.isCancellationRequested) return { suggestions: [] }
    if (hasLeftWord(model, offset, source)) {
      askForWord(source, model)
      return { suggestions: [] }
    }
    const [start, end] = [model.getPositionAt(found.range.start), model.getPositionAt(found.range.end)]
    const isByBlank = /^[ (]$/.test(context.triggerCharacter ?? '')
    const mayShow = start.lineNumber === end.lineNumber && (!isByBlank || isDataNext(found))
    const isBlankBehind = /\s/.test(text.charAt(found.range.end))
    const suggestions = mayShow ? itemsOf(found, text.slice(found.range.start, offset), start, end, isBlankBehind) : []
    if (source && found.more) {
      const isStill = () =>
        asking === source &&
        model.getVersionId() === version &&
        source.instance.getPosition()?.equals(position) === true
      const isDataLater = async () => {
        await found.more
        const next = isStill() ? await source.complete(text, offset) : null
        return next !== null && isDataNext(next)
      }
      const more = isByBlank && !mayShow ? isDataLater() : found.more
      void askAfter(more, isStill, source.instance, suggestions.length > 0)
    }
    // What was typed meanwhile began a word, for which Monaco does not ask while this answer is on its way.
    if (suggestions.length === 0 && model.getVersionId() !== version) askForWord(source, model)
    return { suggestions, incomplete: true }
  },
})

/** Asks for the word at the cursor, once Monaco has taken that there is nothing for the place before. */
function askForWord(source: typeof asking, model: editor.ITextModel): void {
  const version = model.getVersionId()
  setTimeout(() => {
    const position = source?.instance.getPosition()
    if (!source || asking !== source || !position || model.getVersionId() !== version) return
    const isInWord = /[\p{L}\p{N}_."']/u.test(model.getValue().charAt(model.getOffsetAt(position) - 1))
    if (!isInWord || suggestionsOpen(source.instance) || !source.instance.hasWidgetFocus()) return
    source.instance.trigger('typed', 'editor.action.triggerSuggest', { auto: true })
  }, TAKEN_MS)
}

/** By then Monaco has taken an answer, ms. */
const TAKEN_MS = 50

/** Whether a table, a value or two columns of a join can stand there first, as behind FROM, behind `=` and behind ON. */
function isDataNext({ items }: Suggestions): boolean {
  return /^(?:table|cte|value)$/.test(items[0]?.kind ?? '') || items[0]?.label.includes(' = ') === true
}

/** For a word that began since, Monaco would take the answer for the word before instead of asking again. */
function hasLeftWord(model: editor.ITextModel, offset: number, source: typeof asking): boolean {
  const cursor = source?.instance.getPosition()
  return cursor ? /\W/u.test(model.getValue().slice(offset, model.getOffsetAt(cursor))) : false
}

/** Not where a person has closed the list, or has begun to choose from it; nor if what came (`more`) is `false`. */
async function askAfter(
  more: Promise<unknown>,
  isStill: () => boolean,
  instance: editor.ICodeEditor,
  isShown: boolean,
): Promise<void> {
  if ((await more) === false) return
  if (!(await isAsLeft(instance, isShown)) || !isStill() || !instance.hasWidgetFocus()) return
  if (instance.getContainerDomNode().querySelector('.suggest-widget .monaco-list-row.focused') !== null) return
  closeSuggestions(instance)
  instance.trigger('fields', 'editor.action.triggerSuggest', { auto: true })
}

/** Whether the list is open or closed as it was left; Monaco opens it some frames after it has been given. */
async function isAsLeft(instance: editor.ICodeEditor, isShown: boolean, frames = 30): Promise<boolean> {
  if (suggestionsOpen(instance) === isShown) return true
  if (frames === 0) return false
  await new Promise(requestAnimationFrame)
  return isAsLeft(instance, isShown, frames - 1)
}

type Place = { readonly lineNumber: number; readonly column: number }

/** What is typed is what each is compared with: all are kept, in the order in which they came. */
function itemsOf(
  { items }: Suggestions,
  typed: string,
  start: Place,
  end: Place,
  isBlankBehind: boolean,
): languages.CompletionItem[] {
  const range = {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  }
  return items.map((item, at) => ({
    label: { label: item.label, description: besides(item) },
    kind: KINDS[item.kind],
    ...detailsOf(item),
    insertText: item.blank && !isBlankBehind ? `${item.insert} ` : item.insert,
    ...nextOf(item),
    ...(item.kind === 'snippet' ? { insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet } : {}),
    filterText: typed,
    sortText: String(at).padStart(4, '0'),
    range,
  }))
}

/** What comes after it is shown at once: the arguments of a function, the columns behind an alias, the tables behind FROM. */
function nextOf({ kind, insert, blank }: Suggestion): Pick<languages.CompletionItem, 'command'> {
  const id = kind === 'alias' ? 'editor.action.triggerSuggest' : blank || insert.endsWith('(') ? GO_ON : null
  return id === null ? {} : { command: { id, title: '', arguments: [{ auto: true }] } }
}

const GO_ON = 'rowan.goOn'

editor.registerCommand(GO_ON, async () => {
  const source = asking
  const model = source?.instance.getModel()
  const position = source?.instance.getPosition()
  if (!source || !model || !position) return
  const { instance, complete } = source
  if (model.getValue().charAt(model.getOffsetAt(position) - 1) === '(')
    instance.trigger('goOn', 'editor.action.triggerParameterHints', {})
  const found = await complete(model.getValue(), model.getOffsetAt(position))
  if (found === null || !isDataNext(found) || instance.getPosition()?.equals(position) !== true) return
  instance.trigger('goOn', 'editor.action.triggerSuggest', { auto: true })
})

/** At the end of the line: a dataset, what a column is called and its type, a signature, how many records have a value. */
function besides({ kind, detail, title, records }: Suggestion): string {
  if (kind === 'value') return records === undefined ? '' : editorWords.records(records)
  const said = kind === 'table' ? [title] : kind === 'column' ? [title, detail] : [detail]
  return said.filter((each) => each !== null).join(' · ')
}

/** What can be unfolded beside the list. */
function detailsOf({
  kind,
  detail,
  title,
  note,
}: Suggestion): Pick<languages.CompletionItem, 'detail' | 'documentation'> {
  if (kind === 'value') return {}
  const said = [title, note].filter((each) => each !== null && each !== undefined).join('\n\n')
  return { ...(detail === null ? {} : { detail }), ...(said === '' ? {} : { documentation: said }) }
}

const { CompletionItemInsertTextRule, CompletionItemKind } = languages

const KINDS = {
  table: CompletionItemKind.Struct,
  column: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  value: CompletionItemKind.Value,
  keyword: CompletionItemKind.Keyword,
  alias: CompletionItemKind.Variable,
  cte: CompletionItemKind.Module,
  parameter: CompletionItemKind.TypeParameter,
  snippet: CompletionItemKind.Snippet,
} as const satisfies Readonly<Record<Suggestion['kind'], languages.CompletionItemKind>>

const OPEN = 'textInputFocus && suggestWidgetVisible && !suggestWidgetHasFocusedSuggestion'

editor.addKeybindingRules([
  // Ctrl on every device. Without `auto` the first one would be chosen.
  ...[KeyMod.CtrlCmd, KeyMod.WinCtrl].map((control) => ({
    keybinding: control | KeyCode.Space,
    command: 'editor.action.triggerSuggest',
    commandArgs: { auto: true },
    when: 'textInputFocus && !suggestWidgetVisible',
  })),
  { keybinding: KeyCode.Tab, command: 'focusAndAcceptSuggestion', when: OPEN },
])
