import type { Example } from '../../../sql/examples/examples.ts'
import { exampleWords } from '../../../words/en/sql/examples.ts'

/** What an example shows, in one line. */
export function exampleTitle({ kind, fields, joins }: Example): string {
  const [first = '', second = null] = fields
  switch (kind) {
    case 'countBy':
    case 'changedLast':
    case 'repeated':
    case 'byMonth':
    case 'since':
    case 'different':
      return exampleWords[kind](first)
    case 'sumByYear':
    case 'averageBy':
      return exampleWords[kind](first, second)
    case 'topInEach':
      return exampleWords.topInEach(first, second ?? '')
    case 'join':
      return exampleWords.join(first === '' ? null : first, joins ?? '')
    case 'addedLast':
    case 'filled':
    case 'first':
    case 'count':
      return exampleWords[kind]
  }
}
