/** A piece of a line: plain, or marked as the text marks it. */
export interface HelpPiece {
  readonly as: 'text' | 'b' | 'i' | 'code'
  readonly text: string
}

/** A paragraph, or the items of a list. */
export type HelpBlock =
  | { readonly kind: 'paragraph'; readonly pieces: readonly HelpPiece[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly HelpPiece[])[] }

export interface HelpPage {
  readonly title: string
  readonly blocks: readonly HelpBlock[]
  /** All that it says, in lower case, to be searched. */
  readonly said: string
}

/** The pages of a text in Markdown: one for each heading of the second level. What stands before the first is left out. */
export function readHelp(text: string): readonly HelpPage[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...rest] = section.split('\n')
      const blocks = rest
        .join('\n')
        .trim()
        .split(/\n{2,}/)
        .map(blockOf)
      return { title: title.trim(), blocks, said: [title, ...blocks.map(saidIn)].join(' ').toLowerCase() }
    })
}

/** The pages that say every word of the text; first those whose title does. All of them if there is no word. */
export function findPages(pages: readonly HelpPage[], text: string): readonly HelpPage[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = pages.filter(({ said }) => words.every((word) => said.includes(word)))
  const inTitle = ({ title }: HelpPage) => words.every((word) => title.toLowerCase().includes(word))
  return [...found.filter(inTitle), ...found.filter((page) => !inTitle(page))]
}

function blockOf(text: string): HelpBlock {
  if (!text.startsWith('- ')) return { kind: 'paragraph', pieces: piecesOf(text) }
  return { kind: 'list', items: text.slice(2).split(/\n- /).map(piecesOf) }
}

function piecesOf(text: string): readonly HelpPiece[] {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .split(/(`[^`]+`|\*\*[^*]+\*\*|(?<![\p{L}\p{N}_])_[^_]+_(?![\p{L}\p{N}_]))/u)
    .filter((part) => part !== '')
    .map((part): HelpPiece => {
      if (part.startsWith('`')) return { as: 'code', text: part.slice(1, -1) }
      if (part.startsWith('**')) return { as: 'b', text: part.slice(2, -2) }
      if (part.length > 2 && part.startsWith('_') && part.endsWith('_')) return { as: 'i', text: part.slice(1, -1) }
      return { as: 'text', text: part }
    })
}

function saidIn(block: HelpBlock): string {
  const lines = block.kind === 'list' ? block.items : [block.pieces]
  return lines.map((pieces) => pieces.map(({ text }) => text).join('')).join(' ')
}
