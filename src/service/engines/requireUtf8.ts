import type { Connection } from '../catalog/catalog.ts'

/**
 * Rejects if the database is not in UTF-8: in another encoding most of what people write could not be stored, and in
 * SQL_ASCII anything could, readable or not.
 */
export async function requireUtf8(connection: Connection): Promise<void> {
  const text = `select pg_encoding_to_char(encoding), datname from pg_database
    where datname = current_database() and pg_encoding_to_char(encoding) <> 'UTF8'`
  const [other] = (await connection.query({ text, values: [] })).rows
  if (!other) return
  const way = 'createdb --template=template0 --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 NAME'
  throw new Error(
    `The database ${other[1]} has the encoding ${other[0]}, and Rowan needs UTF8. Make another one, name it in DATABASE_URL, and start again: ${way}`,
  )
}
