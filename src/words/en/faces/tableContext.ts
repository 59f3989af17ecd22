import { catalogue } from '../../catalogue.ts'
import { countWords } from '../../figures.ts'

/** A table described for an assistant, as text to paste. */
export const tableContextWords = catalogue(
  'tableContext',
  {
    table: (title: string, instance: string, address: string | null) =>
      `Table “${title}” of ${instance}${address === null ? '' : ` (${address})`}, a CKAN DataStore on PostgreSQL.`,
    name: (name: string) => `Its id, and its name in SQL: ${name}`,
    records: (count: number) => `Records that match now: ${countWords(count)}.`,
    fields: 'Fields (name, type: label; notes; examples):',
    examples: (values: string) => `e.g. ${values}`,
    how: 'How it is asked:',
    sqlOn: (address: string) =>
      `SQL: POST ${address} with {"sql": "SELECT …"}. One SELECT in PostgreSQL's dialect, without a semicolon at its end.`,
    sqlOff: 'SQL is off on this server.',
    search: (address: string) =>
      `Filters: POST ${address} with {"resource_id", "q", "filters", "fields", "sort", "limit", "offset"}.`,
    equality: 'filters compare for equality only: {"field": "value"} or {"field": ["one", "of these"]}.',
    ranges: 'filters also take ranges {"field": {"gte": 1, "lt": 5}} and {"$or": [{…}, {…}]}.',
    limits: (most: number) => `An answer has at most ${countWords(most)} records; ask for more with limit and offset.`,
    names: 'Names with capitals, blanks or other signs need double quotes in SQL. An empty text is not null.',
    words: "Words are searched for by: _full_text @@ plainto_tsquery('english', '…'). Never select _full_text.",
    query: 'The query that is on the screen, as SQL:',
  },
  'for files',
)
