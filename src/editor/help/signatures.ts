import { languages, type editor } from 'monaco-editor/editor'
import 'monaco-editor/editor/contrib/parameterHints/browser/parameterHints'
import { LANGUAGE } from '../monaco.ts'
import type { SqlHelp } from './sqlHelp.ts'

/** Who is asked for the call at the cursor. */
let asked: SqlHelp | null = null

/** Shows how a function is called while its arguments are written. */
export function showCalls(_instance: editor.IStandaloneCodeEditor, help: SqlHelp): () => void {
  asked = help
  return () => {
    if (asked === help) asked = null
  }
}

// One for the page: Monaco has one list of them for all editors.
languages.registerSignatureHelpProvider(LANGUAGE, {
  signatureHelpTriggerCharacters: ['(', ','],
  signatureHelpRetriggerCharacters: [')'],
  async provideSignatureHelp(model, position, token) {
    const call = await asked?.call(model.getValue(), model.getOffsetAt(position))
    if (!call || call.signatures.length === 0 || token.isCancellationRequested) return null
    const { signatures, active, argument } = call
    return {
      value: {
        signatures: signatures.map(({ label, parameters, sentence }) => ({
          label,
          parameters: parameters.map(([start, end]) => ({ label: [start, end] })),
          ...(sentence === null ? {} : { documentation: sentence }),
        })),
        activeSignature: active,
        // The last one of `concat(VARIADIC …)` goes on.
        activeParameter: Math.min(argument, Math.max(0, (signatures[active]?.parameters.length ?? 0) - 1)),
      },
      dispose: () => undefined,
    }
  },
})
