/**
 * Characters that can't be seen, or that turn the order of their neighbours around, so that a value would read as
 * another one: controls, bidirectional embeddings, overrides and isolates (Unicode TR 9), line and paragraph separators,
 * blanks without width or ink, halves of surrogate pairs. Joiners stay: Persian, Indic scripts and emoji are spelt with them.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** The text with what can't be seen made visible, in one line: `↵` a line's end, `⇥` a tab, `⟨U+202E⟩`. */
export function visibleLine(text: string): string {
  return text.replaceAll('\r\n', '↵').replace(UNSEEN, symbolOf)
}

/** The same, with lines and tabs as they are. */
export function visibleLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, (c) => (c === '\n' || c === '\t' ? c : symbolOf(c)))
}

function symbolOf(character: string): string {
  const code = character.charCodeAt(0)
  if (code === 10) return '↵'
  if (code === 9) return '⇥'
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}
