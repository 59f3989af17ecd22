import { ActionError } from '../protocol/envelope.ts'

/**
 * The text with `$API_TOKEN` wherever that token stands in it: bare, percent-encoded, or escaped as in JSON or HTML. What
 * is as short as a word stands for nothing secret, and masking it would only garble addresses.
 */
export function withoutToken(text: string, token: string | null): string {
  if (token === null || token.length < TOKEN_MIN) return text
  return text.replaceAll(new RegExp(Array.from(token, spellings).join(''), 'gi'), () => '$API_TOKEN')
}

const TOKEN_MIN = 6

/** The ways in which a character may stand in a text, as a regular expression that is blind to case. */
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

/** The same refusal, in which no server's words show the token; `body` is the whole answer that it was read from. */
export function refusalWithoutToken(error: ActionError, body: string, token: string | null): ActionError {
  const masked = (text: string) => withoutToken(text, token)
  const fields = Object.entries(error.fields).map(([name, messages]) => [masked(name), messages.map(masked)] as const)
  return new ActionError({
    kind: error.kind,
    status: error.status,
    message: masked(error.message),
    fields: Object.fromEntries(fields),
    // Before the text is cut, or half a token might stand at its end.
    serverText: masked(body),
  })
}
