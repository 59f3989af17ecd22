import type { Handler } from '../../src/protocol/handler.ts'
import { emptyPglite } from './emptyPglite.ts'

/** For tests: `datastore_search_sql` on a PostgreSQL of its own, in the brackets that CKAN puts around a statement. */
export async function sqlHandler(setup: string, cap: number) {
  const database = await emptyPglite()
  await database.exec(setup)
  const asked: string[] = []
  const handler: Handler = async (request) => {
    const { sql } = await request.json()
    asked.push(sql)
    try {
      const { rows, fields } = await database.query(`SELECT * FROM (${sql}) AS blah LIMIT ${cap + 1};`)
      return Response.json({
        success: true,
        result: {
          records: rows.slice(0, cap),
          fields: fields.map(({ name, dataTypeID }) => ({ id: name, type: TYPES.get(dataTypeID) ?? 'text' })),
          ...(rows.length > cap ? { records_truncated: true } : {}),
        },
      })
    } catch (error) {
      const orig = [error instanceof Error ? error.message : '']
      return Response.json({ success: false, error: { __type: 'Validation Error', info: { orig } } }, { status: 409 })
    }
  }
  return { handler, asked, database }
}

const TYPES = new Map([
  [16, 'bool'],
  [20, 'int8'],
  [23, 'int4'],
  [114, 'json'],
  [1114, 'timestamp'],
])
