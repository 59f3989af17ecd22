import { jsonElements, jsonKind, jsonToPlain, type JsonText } from '../../protocol/jsonText.ts'

/** A list as PostgreSQL writes an array: `{"a",NULL,{1,2}}`. */
export function arrayText(list: JsonText): string {
  const elements = jsonElements(list).map((element) => {
    const kind = jsonKind(element)
    if (kind === 'array') return arrayText(element)
    if (kind === 'null') return 'NULL'
    if (kind === 'number' || kind === 'boolean') return element
    return `"${jsonToPlain(element).replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${elements.join(',')}}`
}

/** PostgreSQL's name of a type that a service may call otherwise: `_text` is `text[]`, CKAN's `nested` is `json`. */
export function sqlTypeName(type: string): string {
  return type.startsWith('_') ? `${type.slice(1)}[]` : (OTHER_NAMES[type] ?? type)
}

/** CKAN's words for types that PostgreSQL calls otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = { nested: 'json', number: 'numeric', string: 'text' }
