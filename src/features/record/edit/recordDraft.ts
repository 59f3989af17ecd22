import { fieldKind, type Field, type FieldKind } from '../../../protocol/field.ts'
import { plainText } from '../../../protocol/json/jsonCharacters.ts'
import { jsonKind, jsonToPlain, parseJsonText, type JsonText } from '../../../protocol/jsonText.ts'
import { DATED } from '../../../query/operator.ts'
import { typedValue, type TypedProblem } from './typedValue.ts'

/** What was entered for one field; null is chosen, never typed. */
export interface FieldDraft {
  readonly text: string
  readonly isNull: boolean
  /** The text was chosen among the ways in which a typed one can be read. */
  readonly isChosen?: true
}

/** What was typed into a record, by field name. */
export type Drafts = ReadonlyMap<string, FieldDraft>

/** The draft that equals the record's value: the text of a string, the JSON source of anything else, with its characters. */
export function draftOf(value: JsonText | undefined, field: Field): FieldDraft {
  if (value === undefined || value === 'null') return { text: '', isNull: true }
  return { text: plainText(value, fieldKind(field.type)), isNull: false }
}

/** What is wrong with what was typed. */
export type DraftProblem =
  | { readonly kind: 'empty' | 'notBoolean' | 'notList' | 'nullIsChosen' }
  | { readonly kind: 'notJson'; readonly error: unknown }
  /** A list of dates holds one that isn't written in the one way that all read alike. */
  | { readonly kind: 'inList'; readonly text: string }
  | TypedProblem

/**
 * The JSON of what was typed, with every digit as typed, or what is wrong with it. `before` is the value that the field had.
 * Dates and numbers are sent as PostgreSQL reads them in one way only.
 */
export function draftJson(draft: FieldDraft, field: Field, before?: JsonText): DraftJson {
  if (draft.isNull) return { json: 'null' }
  const kind = fieldKind(field.type)
  if (kind === 'text') return { json: JSON.stringify(draft.text) }
  const text = draft.text.trim()
  if (text === '') return { problem: { kind: 'empty' } }
  if (kind === 'json' || kind === 'array') return sourceOf(text, field)
  if (kind === 'boolean') {
    return text === 'true' || text === 'false' ? { json: text } : { problem: { kind: 'notBoolean' } }
  }
  if (draft.isChosen) return { json: JSON.stringify(text) }
  // Sent as text: a service that read it as a number might lose digits, and the database casts it anyway.
  const value = typedValue(text, field, before)
  return 'problem' in value ? value : { json: JSON.stringify(value.text) }
}

/** How a typed date or number is understood, where that is another text than was typed. */
export interface Reading {
  /** What is stored for it; null if that is what was typed, or nothing can be. */
  readonly storedAs: string | null
  /** The values that it may mean, if there are several: one has to be chosen. */
  readonly choices: readonly string[]
}

/** How a draft is understood; null without one. */
export function readingOf(draft: FieldDraft | undefined, field: Field, before?: JsonText): Reading | null {
  if (draft === undefined) return null
  const isRead = !draft.isNull && READ_KINDS.has(fieldKind(field.type))
  if (!isRead) return { storedAs: null, choices: [] }
  const read = draftJson(draft, field, before)
  if ('problem' in read) return { storedAs: null, choices: read.problem.kind === 'unclear' ? read.problem.choices : [] }
  const stored = jsonToPlain(read.json)
  return { storedAs: stored === draft.text.trim() ? null : stored, choices: [] }
}

const READ_KINDS: ReadonlySet<FieldKind> = new Set<FieldKind>([...DATED, 'integer', 'numeric'])

/** The fields of a record that were changed, and what is wrong with any of them. */
export function changesOf(
  fields: readonly Field[],
  drafts: ReadonlyMap<string, FieldDraft>,
  row: readonly (JsonText | undefined)[],
): {
  readonly changes: readonly (readonly [name: string, value: JsonText])[]
  readonly problems: ReadonlyMap<string, DraftProblem>
} {
  const changes: [string, JsonText][] = []
  const problems = new Map<string, DraftProblem>()
  for (const [place, field] of fields.entries()) {
    const draft = drafts.get(field.id)
    if (draft === undefined || sameDraft(draft, draftOf(row[place], field))) continue
    const read = draftJson(draft, field, row[place])
    if ('problem' in read) problems.set(field.id, read.problem)
    else changes.push([field.id, read.json])
  }
  return { changes, problems }
}

/** The parameters that change the record with this `_id`, or add one if that is null; `force` is for a read-only table. */
export function writeParams(
  resource: string,
  id: JsonText | null,
  changes: readonly (readonly [name: string, value: JsonText])[],
  force: boolean,
): JsonText {
  const members = id === null ? changes : [['_id', id] as const, ...changes]
  const record = members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')
  const forced = force ? '"force":true,' : ''
  return `{"resource_id":${JSON.stringify(resource)},${forced}"method":"${id === null ? 'insert' : 'update'}","records":[{${record}}]}`
}

/** The field that a refusal is about: the one it names, or the only one with the refused value. */
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

type DraftJson = { readonly json: JsonText } | { readonly problem: DraftProblem }

function sameDraft(a: FieldDraft, b: FieldDraft): boolean {
  return a.isNull === b.isNull && (a.isNull || a.text === b.text)
}

function sourceOf(text: string, field: Field): DraftJson {
  try {
    const json = parseJsonText(text)
    const isList = fieldKind(field.type) === 'array'
    if (isList && jsonKind(json) !== 'array') return { problem: { kind: 'notList' } }
    // PostgreSQL would store it as null, which has its own checkbox.
    if (json === 'null') return { problem: { kind: 'nullIsChosen' } }
    const inList = isList ? unclearDate(json, field) : undefined
    return inList === undefined ? { json } : { problem: { kind: 'inList', text: inList } }
  } catch (error) {
    return { problem: { kind: 'notJson', error } }
  }
}

/** The first date of a list that would not be stored as it is written. */
function unclearDate(list: JsonText, { id, type }: Field): string | undefined {
  const member = { id, type: type.replace(/^_|\[\]$/g, '') }
  if (!DATED.includes(fieldKind(member.type))) return undefined
  const texts = list.match(/"(?:[^"\\]|\\.)*"/g) ?? []
  return texts.map(jsonToPlain).find((text) => {
    const value = typedValue(text, member)
    return 'problem' in value || value.text !== text.trim()
  })
}
