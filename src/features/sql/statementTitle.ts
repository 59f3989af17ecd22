import { tablesRead } from '../../sql/tables/tablesRead.ts'
import { sqlWords } from '../../words/en/sql.ts'

/** What a statement is about: the tables that it reads, the open one by its title, as that need not be among them. */
export function statementTitle(sql: string, open: { readonly id: string; readonly title: string } | null): string {
  return sqlWords.exportTitle(tablesRead(sql).map((name) => (name === open?.id ? open.title : name)))
}
