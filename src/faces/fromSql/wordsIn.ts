import { queryOfWords, type WordsQuery } from '../../query/words.ts'
import { MisfitError } from '../misfit.ts'
import { plainTextIn } from './literal.ts'
import { namesIn, nodesIn, type Node } from './node.ts'

/** What `plainto_tsquery('english', …)` or `to_tsquery('english', …)` searches for; null if the node is neither. */
export function wordsIn(node: Node): WordsQuery | null {
  if (node.kind !== 'FuncCall') return null
  const name = namesIn(node.of['funcname']).at(-1)
  const [language, text, ...more] = nodesIn(node.of['args']).map((part) => plainTextIn(part))
  if (name !== 'plainto_tsquery' && name !== 'to_tsquery') return null
  if (language !== 'english' || typeof text !== 'string' || more.length > 0) throw new MisfitError('words')
  return { q: text, plain: name === 'plainto_tsquery' }
}

/** The words that one types to search so. Throws if none are asked exactly like that. */
export function typedWords({ q, plain }: WordsQuery): string {
  const typed = plain
    ? q
    : q
        .split(' & ')
        .map((term) => (term.includes(' <-> ') ? `"${term.split(' <-> ').join(' ')}"` : term))
        .join(' ')
        .replaceAll(':*', '*')
  // Of several backslashes at the end, one is not sent.
  const found = [typed, `${typed}\\`].find((text) => {
    const asked = queryOfWords(text)
    return asked.q === q && asked.plain === plain
  })
  if (found === undefined) throw new MisfitError('words')
  return found
}
