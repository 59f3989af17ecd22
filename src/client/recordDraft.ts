import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonKind, jsonToPlain, parseJsonText, type JsonText } from '../protocol/jsonText.ts'

/** What somebody types for one field; null is chosen, never typed. */
export interface FieldDraft {
  readonly text: string
  readonly isNull: boolean
}

/** A draft that says what the record has: a string's text, of anything else its source. */
export function draftOf(value: JsonText | undefined, field: Field): FieldDraft {
  if (value === undefined || value === 'null') return { text: '', isNull: true }
  return { text: fieldKind(field.type) === 'json' ? value : jsonToPlain(value), isNull: false }
}

/** The JSON of what was typed, every digit as it was typed, or what is wrong with it. */
export function draftJson(draft: FieldDraft, field: Field): { readonly json: JsonText } | { readonly problem: string } {
  if (draft.isNull) return { json: 'null' }
  const kind = fieldKind(field.type)
  if (kind === 'text') return { json: JSON.stringify(draft.text) }
  const text = draft.text.trim()
  if (text === '') return { problem: 'Empty. Type a value, or choose null.' }
  if (kind === 'json' || kind === 'array') return sourceOf(text, kind)
  if (kind === 'integer')
    return /^-?\d+$/.test(text) ? { json: JSON.stringify(text) } : { problem: 'Not a whole number.' }
  // As text: a service that read it as a number might lose digits, and casts it in the database all the same.
  if (kind === 'numeric' && !/^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|NaN|-?Infinity)$/.test(text))
    return { problem: 'Not a number.' }
  if (kind === 'boolean') {
    return text === 'true' || text === 'false' ? { json: text } : { problem: 'Neither true nor false.' }
  }
  return { json: JSON.stringify(text) }
}

/** The fields of a record that were changed, and only those. */
export function changesOf(
  fields: readonly Field[],
  drafts: ReadonlyMap<string, FieldDraft>,
  row: readonly (JsonText | undefined)[],
): {
  readonly changes: readonly (readonly [name: string, value: JsonText])[]
  readonly problems: ReadonlyMap<string, string>
} {
  const changes: [string, JsonText][] = []
  const problems = new Map<string, string>()
  for (const [place, field] of fields.entries()) {
    const draft = drafts.get(field.id)
    if (draft === undefined || sameDraft(draft, draftOf(row[place], field))) continue
    const read = draftJson(draft, field)
    if ('problem' in read) problems.set(field.id, read.problem)
    else changes.push([field.id, read.json])
  }
  return { changes, problems }
}

/** The parameters that change a record, found by its `_id`, or add one where there is none. */
export function writeParams(
  resource: string,
  id: JsonText | null,
  changes: readonly (readonly [name: string, value: JsonText])[],
): JsonText {
  const members = id === null ? changes : [['_id', id] as const, ...changes]
  const record = members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')
  return `{"resource_id":${JSON.stringify(resource)},"method":"${id === null ? 'insert' : 'update'}","records":[{${record}}]}`
}

/** The field that a refusal speaks of: named in it, or the only one of which the refused value was typed. */
export function refusedField(
  message: string,
  changes: readonly (readonly [name: string, value: JsonText])[],
): string | null {
  const named = changes.filter(([name]) => message.includes(`"${name}"`) || message.includes(`(${name})`))
  if (named.length === 1) return named[0]?.[0] ?? null
  const typed = changes.filter(([, value]) => message.includes(`"${jsonToPlain(value)}"`))
  if (typed.length === 1) return typed[0]?.[0] ?? null
  return changes.length === 1 ? (changes[0]?.[0] ?? null) : null
}

function sameDraft(a: FieldDraft, b: FieldDraft): boolean {
  return a.isNull === b.isNull && (a.isNull || a.text === b.text)
}

function sourceOf(text: string, kind: 'json' | 'array'): { json: JsonText } | { problem: string } {
  try {
    const json = parseJsonText(text)
    if (kind === 'array' && jsonKind(json) !== 'array') return { problem: 'Not a list. Write it as ["a", "b"].' }
    // PostgreSQL would keep it as null, which is chosen with its own switch.
    if (json === 'null') return { problem: 'To store null, choose null.' }
    return { json }
  } catch (error) {
    return { problem: error instanceof Error ? `${error.message}.` : 'Not JSON.' }
  }
}
