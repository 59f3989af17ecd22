import { fieldKind, type Field } from '../../../protocol/field.ts'
import { DATED } from '../../../query/operator.ts'

/** A condition as it can be typed; a number is compared by its size. */
export function exampleOf(fields: readonly Field[], field: string): string {
  const number = fields.find(({ id, type }) => id !== '_id' && isNumber(type))
  return number === undefined ? `${field} = …` : `${number.id} > 100`
}

/** A condition on that field as it can be typed; without a field, on one whose values have an order. */
export function exampleOn(fields: readonly Field[], field: string | null): string {
  const ordered = fields.filter(({ id, type }) => id !== '_id' && (isNumber(type) || DATED.includes(fieldKind(type))))
  const found = fields.find(({ id }) => id === field) ?? ordered[0]
  if (found === undefined) return `${field ?? '…'} = …`
  if (DATED.includes(fieldKind(found.type))) return `${found.id} from 2019 to 2021`
  return isNumber(found.type) ? `${found.id} from 100 to 200` : `${found.id} = …`
}

function isNumber(type: string): boolean {
  return ['integer', 'numeric'].includes(fieldKind(type))
}
