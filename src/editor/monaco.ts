import { loader } from '@monaco-editor/react'
import * as monaco from 'monaco-editor/editor'
// oxlint-disable-next-line import/default -- Vite makes the default export of a `?worker&url` import.
import workerAddress from 'monaco-editor/editor/editor.worker?worker&url'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/comment/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/linesOperations/register'
import 'monaco-editor/features/wordOperations/register'
import { postgresConfiguration, postgresGrammar } from './postgresLanguage.ts'

/** The language of the editor's model. */
export const LANGUAGE = 'pgsql'

/** The model's name: the text and its undo history live in it and outlast the editor on the screen. */
export const MODEL_PATH = 'inmemory://rowan/query.sql'

// The only place that touches Monaco's global setup. Without `config` the loader would fetch Monaco from a CDN.
// Given the address alone, Monaco starts the worker through its own Trusted Types policy.
self.MonacoEnvironment = { getWorkerUrl: () => workerAddress }
monaco.languages.register({ id: LANGUAGE, aliases: ['PostgreSQL'] })
monaco.languages.setLanguageConfiguration(LANGUAGE, postgresConfiguration)
monaco.languages.setMonarchTokensProvider(LANGUAGE, postgresGrammar)
loader.config({ monaco })
