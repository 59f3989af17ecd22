/** The bundled grammar comes without types; this declares only what we use. */
declare module 'monaco-editor/languages/definitions/pgsql/pgsql' {
  import type { languages } from 'monaco-editor/editor'

  export const conf: languages.LanguageConfiguration
  export const language: languages.IMonarchLanguage & {
    readonly keywords: readonly string[]
    readonly operators: readonly string[]
  }
}
