import type { Field } from '../../../protocol/field.ts'
import type { Group } from '../../../query/query.ts'
import { partsOf } from '../../../query/where.ts'
import { conditionWords } from '../../../words/en/filter/conditions.ts'
import { filterWords } from '../../../words/en/filter/filter.ts'
import { queryWords } from '../../../words/en/query.ts'
import { whereSentence } from '../sentence.ts'

/** `any of`, `none of`: how the parts of a group are joined. */
export function joinWords(group: Group): string {
  const words = conditionWords.group
  if ('all' in group) return group.not === true ? words.notAll : words.all
  return group.not === true ? words.notAny : words.any
}

/** A group in words, for those who don't see its frame: `any of 3: a is 1, or b is 2, or c is null`. */
export function groupLabel(group: Group, fields: readonly Field[]): string {
  const words = conditionWords.group
  const parts = partsOf(group).map((part) => {
    const sentence = 'field' in part ? whereSentence(part, fields) : queryWords.group(groupLabel(part, fields))
    return part.off === true ? filterWords.isOff(sentence) : sentence
  })
  return words.label(joinWords(group), parts.length, 'all' in group ? words.allParts(parts) : words.anyParts(parts))
}
