import { fieldKind } from '../../protocol/field.ts'

/** A field as examples see it. */
export interface ExampleField {
  readonly id: string
  readonly type: string
}

/** Which fields of a table suit which part of a question; null if none does. */
export interface Roles {
  /** Few different values, such as a stage or a country. */
  readonly group: ExampleField | null
  /** A number that can be added up. */
  readonly measure: ExampleField | null
  /** When something happened. */
  readonly date: ExampleField | null
  /** When the record was last changed, else the same. */
  readonly changed: ExampleField | null
  /** What names one record, such as a code. */
  readonly key: ExampleField | null
}

/** Guesses by type and name; nothing is asked of the data. */
export function rolesOf(fields: readonly ExampleField[]): Roles {
  const own = ownFields(fields)
  const texts = own.filter(({ type }) => fieldKind(type) === 'text')
  const numbers = own.filter(({ type }) => /^(?:integer|numeric)$/.test(fieldKind(type)))
  const dates = own.filter(({ type }) => /^(?:date|timestamp)$/.test(fieldKind(type)))
  const isKey = ({ id }: ExampleField) => KEY.test(id)
  const plain = texts.filter((field) => !isKey(field) && !FREE.test(field.id))
  const flag = own.find(({ type }) => fieldKind(type) === 'boolean')
  return {
    group: plain.find(({ id }) => GROUP.test(id)) ?? plain[0] ?? flag ?? texts[0] ?? null,
    measure: numbers.find((field) => !isKey(field) && !ORDINAL.test(field.id)) ?? null,
    date: dates.find(({ id }) => !CHANGED.test(id)) ?? dates[0] ?? null,
    changed: dates.find(({ id }) => CHANGED.test(id)) ?? dates[0] ?? null,
    key: [...texts, ...numbers].find(isKey) ?? texts[0] ?? own.find(canBeCompared) ?? null,
  }
}

/** Without the number of the row and the search index. */
export function ownFields(fields: readonly ExampleField[]): readonly ExampleField[] {
  return fields.filter(({ id }) => id !== '_id' && id !== '_full_text')
}

/** Whether PostgreSQL can tell two values of the type apart, as GROUP BY needs it. */
export function canBeCompared({ type }: ExampleField): boolean {
  return !/^(?:json|other|array)$/.test(fieldKind(type)) || /^(?:jsonb|uuid|interval|_text|_int[248])$/.test(type)
}

const KEY =
  /(?:^|[_\s-])(?:id|ids|code|codes|key|uuid|guid|nr|no|number|serial|ref)$|^(?:id|uuid)|[a-z](?:Id|ID|Code)$/i
const FREE = /name|title|notes?$|comment|remark|description|text|url|link|email|phone|address|path|lead|person/i
const GROUP =
  /stage|status|state|type|kind|categor|class|group|subject|theme|sector|region|country|county|district|city|town|area_name|species|party|department/i
/** Numbers that stand for a place or an order: their sum says nothing. */
const ORDINAL = /year|month|day|lat|lon|lng|zip|postcode|postal|rank|priority|order|version|phone|(?:^|_)[xyz]$/i
const CHANGED = /chang|updat|modif|edited/i
