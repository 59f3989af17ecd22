import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/comment/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/linesOperations/register'
import 'monaco-editor/features/multicursor/register'
import 'monaco-editor/features/wordOperations/register'
// A short message at the cursor, which is read out.
import 'monaco-editor/editor/contrib/message/browser/messageController'
// `features/suggest/register` has inline suggestions, not the list.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController'
import { postgresConfiguration, postgresGrammar } from './postgresLanguage.ts'

/** The language of the editor's model. */
export const LANGUAGE = 'pgsql'

/** The address of a model: a text and its undo history live in it and outlast the editor on the screen. */
export function modelPath(name: string): string {
  return `${PLACE}${encodeURIComponent(name)}.sql`
}

/** Lets go of the texts of all names but these. */
export function keepModels(names: readonly string[]): void {
  const kept = new Set(names.map((name) => monaco.Uri.parse(modelPath(name)).toString()))
  for (const model of monaco.editor.getModels()) {
    const address = model.uri.toString()
    if (address.startsWith(PLACE) && !kept.has(address)) model.dispose()
  }
}

const PLACE = 'inmemory://rowan/'

// The only place that touches Monaco's global setup. Without `config` the loader would fetch Monaco from a CDN.
// Nothing that is loaded here asks Monaco's own worker, so there is none: what would, such as links, needs one.
monaco.languages.register({ id: LANGUAGE, aliases: ['PostgreSQL'] })
monaco.languages.setLanguageConfiguration(LANGUAGE, postgresConfiguration)
monaco.languages.setMonarchTokensProvider(LANGUAGE, postgresGrammar)
loader.config({ monaco })
