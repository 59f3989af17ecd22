/** What a server lets through: `ckan` and `rowan` only the functions of CKAN's list, and CKAN no FILTER. */
export type Dialect = 'ckan' | 'rowan' | 'any'
