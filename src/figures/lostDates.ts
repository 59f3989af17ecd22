import { isNamedCkan } from '../instances/profile/questions/service.ts'
import { fieldKind } from '../protocol/field.ts'
import type { AskedTable } from './askSql.ts'
import type { Answer } from '../results/answer.ts'
import { rowsAtHand } from './rowsAtHand.ts'

/**
 * Whether the rows that are here may be without something that a statement would tell: a search of CKAN leaves out the BC of
 * a timestamp, and has null for an infinite one (protocol/README.md P16).
 */
export function mayLackDates({ client, fields }: AskedTable, answer: Answer | null, names: readonly string[]): boolean {
  if (!isNamedCkan(client.profile.get().service)) return false
  const timed = names.filter((name) => fieldKind(fields.find(({ id }) => id === name)?.type ?? '') === 'timestamp')
  if (timed.length === 0) return false
  const { fields: here, rows } = rowsAtHand(answer, timed, LOOKED_AT)
  const places = timed.map((name) => here.findIndex(({ id }) => id === name))
  return rows.some((row) => places.some((place) => SUSPECT.test(row[place] ?? 'null')))
}

/** As many as are taken for all records without asking. */
const LOOKED_AT = 1000

/** Null, or one of the first thousand years. */
const SUSPECT = /^(?:null$|"0\d\d\d-)/
