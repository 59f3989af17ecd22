/** The database of kept and recent queries. */
export const KEPT_QUERIES = 'rowan.keptQueries'
