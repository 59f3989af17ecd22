import { fieldKind, type Field } from '../protocol/field.ts'

/** Whether a column of that name has latitudes. */
export function isLatitude(name: string): boolean {
  return /^(?:.*[_\s.-])?(?:lat|latitude|breite(?:ngrad)?)(?:[_\s.-](?:deg|wgs84|dd))?$/i.test(name)
}

/** Whether a column of that name has longitudes. */
export function isLongitude(name: string): boolean {
  return /^(?:.*[_\s.-])?(?:lon|lng|long|longitude|länge(?:ngrad)?)(?:[_\s.-](?:deg|wgs84|dd))?$/i.test(name)
}

/** Whether two of a table's columns say where on earth each record lies, by their names and kinds. */
export function hasPlaces(fields: readonly Field[]): boolean {
  const numbers = fields.filter(({ type }) => ['integer', 'numeric'].includes(fieldKind(type)))
  return numbers.some(({ id }) => isLatitude(id)) && numbers.some(({ id }) => isLongitude(id))
}
