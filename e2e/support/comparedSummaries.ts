import { jsonToPlain, type JsonText } from '../../src/protocol/jsonText.ts'
import { decimalText, readDecimal } from '../../src/summary/decimal.ts'
import type { Figure, Group, Grouping, Summary, SummaryAnswer } from '../../src/summary/summary.ts'
import type { EveryType } from './everyType.ts'
import { handStatements, type HandBase, type HandStatements } from './handSummaries.ts'

type HandRows = readonly (readonly (string | null)[])[] | null

/** What the statements written by hand give. */
export async function summariesByHand(
  table: Pick<EveryType, 'rowsOf'>,
  summary: Summary,
  base: HandBase,
): Promise<Record<keyof HandStatements, HandRows>> {
  const statements = handStatements(summary, base)
  const ask = async (sql: string | null) => (sql === null ? null : table.rowsOf(sql))
  return {
    groups: await ask(statements.groups),
    rows: await ask(statements.rows),
    columns: await ask(statements.columns),
    total: await ask(statements.total),
    rest: await ask(statements.rest),
    restColumns: await ask(statements.restColumns),
  }
}

/** What is compared of an answer: keys and figures as plain texts. */
export function comparedAnswer(answer: SummaryAnswer, { by, across, figures }: Summary) {
  const columnsBy = across === null ? [] : [across]
  const rows = (groups: readonly Group[], groupings: readonly Grouping[]) =>
    groups.map(({ keys, figures: values }) => [
      ...keys.map((key, at) => (isJson(groupings[at]) ? canonical(key === 'null' ? null : key) : plain(key))),
      ...values.map((value, at) => comparable(plain(value), figures[at])),
    ])
  return {
    groups: rows(answer.groups, [...by, ...columnsBy]),
    rows: rows(answer.totalsOfRows, by),
    columns: rows(answer.totalsOfColumns, columnsBy),
    total: rows([answer.total], []),
    rest: rows(answer.rest ?? [], columnsBy),
  }
}

/** The same of what the statements written by hand give. */
export function comparedHand(expected: Record<keyof HandStatements, HandRows>, figures: readonly Figure[]) {
  const rows = (list: HandRows) =>
    (list ?? []).map((row) => {
      const keys = row.length - figures.length
      return row.map((value, at) => (at < keys ? canonical(value) : comparable(canonical(value), figures[at - keys])))
    })
  // Without a group beyond those there is no rest at all.
  const rest = rows(expected.rest)
  return {
    groups: rows(expected.groups),
    rows: rows(expected.rows),
    columns: rows(expected.columns),
    total: rows(expected.total),
    rest: rest.length === 0 ? [] : [...rest, ...rows(expected.restColumns)],
  }
}

/** Whether its values are JSON, which is shown as it is. */
function isJson(grouping: Grouping | undefined): boolean {
  return grouping?.field === 'j' || grouping?.field === 'jb'
}

/** A value as plain text, equal numbers alike. */
export function plain(value: JsonText): string | null {
  return value === 'null' ? null : canonical(jsonToPlain(value))
}

/** Equal numbers alike. */
export function canonical(value: string | null): string | null {
  const decimal = value === null || /^-?0\d/.test(value) ? null : readDecimal(value)
  return decimal === null ? value : decimalText(decimal)
}

/** Figures of doubles depend on the order in which they are added: some of their digits. */
export function comparable(value: string | null, figure: Figure | undefined): string | null {
  if (value === null || figure === undefined || readDecimal(value) === null) return value
  if (figure.kind === 'share') return Number(value).toPrecision(12)
  if (!('field' in figure) || figure.kind === 'distinct') return value
  if (figure.field === 'f4') return Number(value).toPrecision(5)
  return figure.field === 'f8' ? Number(value).toPrecision(11) : value
}
