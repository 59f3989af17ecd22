import type { Figures } from '../summary/figures.ts'
import type { AskedTable } from './askSql.ts'
import { distributionsBySql } from './distributionBySql.ts'
import { facetBySql } from './facetBySql.ts'
import { nullsBySql } from './nullsBySql.ts'
import { profileBySql } from './profileBySql.ts'
import { summaryBySql } from './summaryBySql.ts'

/** Figures by statements that the server runs. */
export function sqlFigures(table: AskedTable): Figures {
  const distributions = distributionsBySql(table)
  return {
    way: 'sql',
    distribution: (field, options = {}) => distributions(field, options),
    profile: (field, options = {}) => profileBySql(table, distributions, field, options),
    facet: (field, asked, options = {}) => facetBySql(table, field, asked, options),
    summary: (summary, options = {}) => summaryBySql(table, summary, options),
    nulls: (fields, options = {}) => nullsBySql(table, fields, options),
  }
}
