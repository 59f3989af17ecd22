/** The database of open queries. The page's own PostgreSQL is in others. */
export const OPEN_QUERIES = 'rowan.workspace'
