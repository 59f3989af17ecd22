import type { Row } from '../../protocol/answers.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import { dictionaryWords } from '../result/gridColumns.ts'

/** The places of the fields whose name, label, note or value holds the text, whatever its case; all for no text. */
export function foundFields(fields: readonly Field[], row: Row, text: string): readonly number[] {
  const sought = text.trim().toLowerCase()
  const places = fields.map((_, at) => at)
  if (sought === '') return places
  return places.filter((at) => {
    const field = fields[at]
    const value = row[at]
    if (field === undefined) return false
    const { label = '', note = '' } = dictionaryWords(field)
    const shown = value === undefined ? '' : plainText(value, fieldKind(field.type)).slice(0, MOST_SEARCHED)
    return [field.id, label, note, shown].some((words) => words.toLowerCase().includes(sought))
  })
}

/** Characters of a value that are looked through, so that typing stays quick. */
const MOST_SEARCHED = 100_000
