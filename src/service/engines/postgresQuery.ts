import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { SqlError, type SqlResult, type Statement } from '../sql/sql.ts'

/** Runs one statement by the extended protocol, its values as text; `keptAs` is the name to keep its plan under. */
export async function run(
  target: Pool | PoolClient,
  { text, values }: Statement,
  keptAs: string | null = null,
): Promise<SqlResult> {
  try {
    // A variable, because pg's types don't have `queryMode` yet. Without it, a statement without parameters would use the
    // simple protocol, which accepts several statements in one text.
    const query = {
      ...(keptAs === null ? {} : { name: keptAs }),
      text,
      values: [...values],
      rowMode: 'array' as const,
      queryMode: 'extended',
      types: AS_TEXT,
    }
    const result = await target.query<(string | null)[]>(query)
    return {
      rows: result.rows,
      columns: result.fields.map(({ name, dataTypeID, tableID }) => ({
        name,
        type: dataTypeID,
        isStored: tableID !== 0,
      })),
      changed: result.rowCount ?? 0,
    }
  } catch (error) {
    throw sqlError(error)
  }
}

const AS_TEXT = { getTypeParser: () => (text: string) => text }

/** An error of PostgreSQL as `SqlError`; others are returned as they are. */
export function sqlError(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code === undefined) return error
  const position = Number(error.position)
  return new SqlError({
    message: error.message,
    code: error.code,
    detail: error.detail,
    hint: error.hint,
    position: Number.isInteger(position) ? position : undefined,
  })
}
