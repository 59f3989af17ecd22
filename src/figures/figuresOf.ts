import type { ActionClient } from '../instances/client/actionClient.ts'
import { ActionError } from '../protocol/envelope.ts'
import type { Field } from '../protocol/field.ts'
import { datedFor } from '../query/datedQuery.ts'
import { mirrorFigures } from '../mirror/mirrorFigures.ts'
import type { Query } from '../query/query.ts'
import type { Answer } from '../results/answer.ts'
import type { Figures } from '../summary/figures.ts'
import { countFigures, fieldsIn } from './countFigures.ts'
import { mayLackDates } from './lostDates.ts'
import { answerFor, areAllHere } from './rowsAtHand.ts'
import { firstLooks } from './firstLook.ts'
import { sqlFigures } from './sqlFigures.ts'
import { hasYears, summaryByYear, yearFacet } from './yearFacet.ts'

/** What figures are worked out of. */
export interface FiguresAsked {
  /** Of the server, or of the copies' database if a copy is asked in place of the table. */
  readonly client: ActionClient
  /** Its limit, sort and columns don't matter, unless alike records count once. */
  readonly query: Query
  /** All fields of the table. */
  readonly fields: readonly Field[]
  /** What is shown, which may be an answer to these records or to others; null if nothing is. */
  readonly answer: Answer | null
}

/**
 * What can be worked out about the records of a query, carried out where that is best: from the columns of a copy if it is
 * one; from the records at hand if they are all and few; else by SQL unless the server is known to have none, or turns out
 * to; else by counts and from the records at hand. A distribution, for which nobody has asked, is no reason to find out
 * whether there is SQL.
 */
export function figuresOf(asked: FiguresAsked): Figures {
  const { client, fields } = asked
  const table = { client, query: datedFor(asked.query, fields, client.profile.get()), fields }
  const answer = answerFor(table, asked.answer)
  const sql = sqlFigures(table)
  const mirrored = mirrorFigures(table, sql)
  const bySql = mirrored ?? sql
  const otherwise = countFigures(table, answer)
  const firstLook = firstLooks(table, answer)
  const isWithoutSql = () => ['off', 'refused'].includes(client.profile.get().sql)
  const best = async <T>(names: readonly string[], ask: (figures: Figures) => Promise<T>): Promise<T> => {
    if (
      isWithoutSql() ||
      (mirrored === null && areAllHere(table, answer, names) && !mayLackDates(table, answer, names))
    )
      return ask(otherwise)
    try {
      return await ask(bySql)
    } catch (error) {
      if (!(error instanceof ActionError) || !isWithoutSql()) throw error
      return ask(otherwise)
    }
  }
  return {
    get way() {
      return isWithoutSql() ? otherwise.way : bySql.way
    },
    distribution: (field, options) =>
      mirrored === null && client.profile.get().sql === 'unknown'
        ? otherwise.distribution(field, options)
        : best([field.id], (figures) => figures.distribution(field, options)),
    firstLook: (field, options = {}) =>
      mirrored === null && client.profile.get().sql === 'on' ? firstLook(field, options) : Promise.resolve(null),
    profile: (field, options) => best([field.id], (figures) => figures.profile(field, options)),
    facet: async (field, of, options) => {
      if (!hasYears(field)) return best([field.id], (figures) => figures.facet(field, of, options))
      return yearFacet(await best([field.id], (figures) => figures.summary(summaryByYear(field.id), options)), of)
    },
    summary: (summary, options) => best(fieldsIn(summary), (figures) => figures.summary(summary, options)),
    nulls: (of, options) => {
      const names = of.map(({ id }) => id)
      return best(names, (figures) => figures.nulls(of, options))
    },
    ...(mirrored === null ? {} : { brush: (...of) => mirrored.brush(...of) }),
  }
}
