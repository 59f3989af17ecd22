import { ActionError } from '../../protocol/envelope.ts'

/**
 * The text with `$API_TOKEN` wherever that token occurs in it: bare, percent-encoded, or escaped as in JSON or HTML. A
 * text as short as a word is no secret, and masking it would only garble addresses.
 */
export function withoutToken(text: string, token: string | null): string {
  if (token === null || token.length < TOKEN_MIN) return text
  return text.replaceAll(new RegExp(Array.from(token, spellings).join(''), 'gi'), () => '$API_TOKEN')
}

const TOKEN_MIN = 6

/** The ways in which a character may be written, as a regular expression that ignores case. */
function spellings(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16)
  const percent = encodeURIComponent(character)
  const bare = String.raw`\\?\u${hex.padStart(4, '0')}`
  const names = HTML_NAMES[character]
  return `(?:${[
    bare,
    String.raw`\\u${hex.padStart(4, '0')}`,
    percent === character ? `%${hex.padStart(2, '0')}` : percent,
    `&#(?:${code}|x0*${hex});`,
    ...(character === ' ' ? [String.raw`\+`] : []),
    ...(names === undefined ? [] : [`&${names};`]),
  ].join('|')})`
}

const HTML_NAMES: Readonly<Record<string, string>> = { '"': 'quot', '&': 'amp', '<': 'lt', '>': 'gt', "'": 'apos' }

/** The same refusal, with the token masked in the server's words; `body` is the whole answer that it was read from. */
export function refusalWithoutToken(error: ActionError, body: string, token: string | null): ActionError {
  const masked = (text: string) => withoutToken(text, token)
  const fields = Object.entries(error.fields).map(([name, messages]) => [masked(name), messages.map(masked)] as const)
  const refusal = {
    kind: error.kind,
    status: error.status,
    type: error.type,
    fields: Object.fromEntries(fields),
    // Masked before it is cut, or half a token could be left at its end.
    serverText: masked(body),
  }
  if (error.problem === null) return new ActionError({ ...refusal, message: masked(error.message) })
  const { problem } = error
  return new ActionError({
    ...refusal,
    problem: problem.code === 'plainTextAnswer' ? { ...problem, text: masked(problem.text) } : problem,
  })
}
