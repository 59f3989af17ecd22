/** The statement without what may not stand at its end. What finds that is loaded for the statements that may have it. */
export async function sendableStatement(sql: string): Promise<string> {
  if (!/;|--|\/\*|\s$/.test(sql)) return sql
  return import('./closingSemicolon.ts').then(
    ({ withoutClosingSemicolon }) => withoutClosingSemicolon(sql),
    // The server says what it does not take.
    () => sql,
  )
}
