import { parseSql } from '../../parser/parseSql.ts'
import { repeatability, type Repeatability } from '../../parser/repeatable/repeatable.ts'
import type { OrderKey } from '../../parser/repeatable/rowOrder.ts'
import { ProblemError } from '../../protocol/problem.ts'
import type { SteadyStatement } from '../../query/statementPages.ts'
import { sqlName } from '../../query/sqlText.ts'

/**
 * The statement, if its tree proves that it gives the same rows in each request; throws why not. `columns` are those of its
 * answer; null if they are not known.
 */
export async function steadyStatement(sql: string, columns: readonly string[] | null): Promise<SteadyStatement> {
  const proof = await proofOf(sql)
  const keys = proof.keys !== null && areThere(proof.keys, columns) ? proof.keys : null
  const fault = proof.rows ?? (keys === null ? proof.values : null)
  if (fault !== null) throw new ProblemError({ code: 'pagesDiffer', ...fault })
  const changing = proof.values === null ? null : ({ code: 'pagesDiffer', ...proof.values } as const)
  const isFixed = ({ column }: OrderKey) => changing === null || keys?.includes(column) === true
  const free = proof.order.findIndex((key) => !isFixed(key) || !areThere([key.column], columns))
  const order = (free === -1 ? proof.order : proof.order.slice(0, free)).map((key) => orderTerm(key))
  return { sql, keys, changing, order, isDated: proof.isDated }
}

/** Throws why the statement may give another number of rows in each request, if its tree doesn't prove that it gives the same. */
export async function checkSteadyCount(sql: string): Promise<void> {
  const { count } = await proofOf(sql)
  if (count !== null) throw new ProblemError({ code: 'pagesDiffer', ...count })
}

async function proofOf(sql: string): Promise<Repeatability> {
  // A NUL would end the text, half a surrogate pair is no text.
  const parsed = /\0|\p{Surrogate}/u.test(sql) ? null : await parseSql(sql)
  if (parsed?.outcome !== 'tree') throw new ProblemError({ code: 'pagesDiffer', cause: 'unknownForm', name: '' })
  return repeatability(parsed.tree)
}

/** Whether each of the names is that of exactly one column, as far as that is known. */
function areThere(names: readonly string[], columns: readonly string[] | null): boolean {
  return columns === null || names.every((name) => columns.filter((column) => column === name).length === 1)
}

function orderTerm({ column, descending, nulls }: OrderKey): string {
  return `${sqlName(column)}${descending ? ' DESC' : ''}${nulls === null ? '' : ` NULLS ${nulls.toUpperCase()}`}`
}
