import { isMisread } from '../../query/sqlText.ts'

/**
 * The statement without what may not stand at its end, in signs that CKAN does not misread. What does that is loaded for the
 * statements that may need it.
 */
export async function sendableStatement(sql: string): Promise<string> {
  // The server says what it does not take.
  const asIs = () => sql
  const ended = /;|--|\/\*|\s$/.test(sql)
    ? await import('./closingSemicolon.ts').then((module) => module.withoutClosingSemicolon(sql), asIs)
    : sql
  return isMisread(ended) ? import('./readsAsMeant.ts').then((module) => module.readsAsMeant(ended), asIs) : ended
}
