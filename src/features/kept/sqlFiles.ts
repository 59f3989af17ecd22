import '../../query/operators/all.ts'
import type { Table } from '../../instances/catalogue/table.ts'
import { readStatements, writeStatements } from '../../sql/files/namedStatements.ts'
import { readSqlFile, sqlFileOf, type ReadSqlFile } from '../../sql/files/sqlFile.ts'
import { tablesRead } from '../../sql/tables/tablesRead.ts'
import type { QueryToKeep } from '../../workspace/keptQueries/createKeptQueries.ts'
import { linkOfView, type KeptQuery } from '../../workspace/keptQueries/keptQuery.ts'
import { decodeView, emptyView } from '../../workspace/view.ts'
import { findTable } from '../tables/tableNames.ts'

/** Whether a kept query is a statement, which a `.sql` file can hold. */
export function isStatement({ link }: Pick<KeptQuery, 'link'>): boolean {
  return decodeView(link).mode === 'sql'
}

/** The statements among kept queries as one `.sql` file, which names their folder. */
export function fileOfQueries(queries: readonly KeptQuery[], folder: string | null): Blob {
  const statements = queries
    .filter((query) => isStatement(query))
    .map(({ title, link }) => {
      const { sql, parameters } = decodeView(link)
      return { name: title, text: sql, parameters }
    })
  return sqlFileOf(writeStatements({ folder, statements }))
}

/** What files of statements hold, for an instance with these tables, and those that could not be read. */
export interface ReadFiles {
  readonly found: readonly QueryToKeep[]
  readonly failed: readonly { readonly file: File; readonly why: Exclude<ReadSqlFile['kind'], 'text'> | 'empty' }[]
}

/** Reads `.sql` files. What a file of several statements holds is in a folder: the one that it names, else one of the file's name. */
export async function queriesOfFiles(
  files: readonly File[],
  instanceId: string,
  tables: readonly Table[],
): Promise<ReadFiles> {
  const all = await Promise.all(files.map(async (file) => ({ file, read: await readSqlFile(file) })))
  const found: QueryToKeep[] = []
  const failed: ReadFiles['failed'][number][] = []
  for (const { file, read } of all) {
    if (read.kind !== 'text') {
      failed.push({ file, why: read.kind })
      continue
    }
    const name = file.name.replace(/\.\w+$/, '') || file.name
    const { folder, statements } = readStatements(read.text, name)
    if (statements.length === 0) failed.push({ file, why: 'empty' })
    for (const { name: title, text: sql, parameters } of statements) {
      const [resource = null] = tablesRead(sql).flatMap((table) => findTable(tables, table)?.id ?? [])
      const link = linkOfView({ ...emptyView, mode: 'sql', sql, parameters }, resource)
      const own = folder ?? (statements.length > 1 ? name : null)
      if (link !== null) found.push({ instanceId, title: title.slice(0, 200), folder: own, link, count: null })
    }
  }
  return { found, failed }
}

/** Those of them whose statement is not kept already, whatever it is called. */
export function newAmong(found: readonly QueryToKeep[], kept: readonly KeptQuery[]): readonly QueryToKeep[] {
  const known = new Set(kept.filter((query) => isStatement(query)).map((query) => nameOf(query)))
  return found.filter((query) => {
    const isKnown = known.has(nameOf(query))
    known.add(nameOf(query))
    return !isKnown
  })
}

/** The same for equal statements of an instance, with or without a semicolon. */
function nameOf({ instanceId, link }: Pick<KeptQuery, 'instanceId' | 'link'>): string {
  const { sql, parameters } = decodeView(link)
  return JSON.stringify([instanceId, sql.trim().replace(/\s*;$/, ''), parameters])
}
