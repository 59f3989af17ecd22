/** The bundled grammar has no types of its own; only what is built upon is declared. */
declare module 'monaco-editor/languages/definitions/pgsql/pgsql' {
  import type { languages } from 'monaco-editor/editor'

  export const conf: languages.LanguageConfiguration
  export const language: languages.IMonarchLanguage & {
    readonly keywords: readonly string[]
    readonly operators: readonly string[]
  }
}
