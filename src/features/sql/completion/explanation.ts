import type { Explanation } from '../../../editor/help/sqlHelp.ts'
import type { Meaning } from '../../../sql/meaning/meaning.ts'
import type { KnownNulls } from './knownNulls.ts'
import { sqlHelpWords } from '../../../words/en/sql/help.ts'

/** What the page knows of tables; null for what it doesn't. */
export interface KnownFigures {
  readonly recordsOf: (table: string) => number | null
  readonly nullsOf: (field: {
    readonly table: string
    readonly field: string
    readonly type: string
  }) => KnownNulls | null
}

/** What is said of a name. */
export function explanationOf(meaning: Meaning, { recordsOf, nullsOf }: KnownFigures): Explanation {
  const base = { aside: null, code: [], lines: [], values: [] }
  switch (meaning.kind) {
    case 'column': {
      const { name, type, label, note, table, origin: field, values } = meaning
      const origin = table === null ? null : sqlHelpWords.ofTable(table)
      const nulls = field === null || type === null ? null : nullsOf({ ...field, type })
      const empty = nulls && sqlHelpWords.nulls(nulls.nulls, nulls.records)
      return {
        ...base,
        title: name,
        aside: type ?? sqlHelpWords.column,
        lines: [label, note, origin, empty].filter((line) => line !== null),
        values: values.map(({ text, records }) => ({
          text,
          records: records === null ? null : sqlHelpWords.records(records),
        })),
      }
    }
    case 'table': {
      const { title, dataset, fields, id } = meaning
      const records = recordsOf(id)
      const size = [
        records === null ? null : sqlHelpWords.records(records),
        fields === null ? null : sqlHelpWords.fields(fields),
      ].filter((part) => part !== null)
      return {
        ...base,
        title,
        aside: sqlHelpWords.table,
        lines: [dataset === null ? null : sqlHelpWords.dataset(dataset), size.join(', ') || null].filter(
          (line) => line !== null,
        ),
      }
    }
    case 'rows':
      return {
        ...base,
        title: meaning.name,
        aside: sqlHelpWords.rows,
        lines: meaning.columns.length === 0 ? [] : [sqlHelpWords.columns(meaning.columns.join(', '))],
      }
    case 'function': {
      const { name, signatures, sentence } = meaning
      const further = signatures.length - MOST_SIGNATURES
      return {
        ...base,
        title: name,
        aside: sqlHelpWords.function,
        code: signatures.slice(0, MOST_SIGNATURES),
        lines: [further > 0 ? sqlHelpWords.furtherSignatures(further) : null, sentence].filter((line) => line !== null),
      }
    }
  }
}

/** More of them are read in the list of signatures while a call is written. */
const MOST_SIGNATURES = 4
