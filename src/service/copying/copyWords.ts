import type { PGlite, Transaction } from '@electric-sql/pglite'
import { columnsOf } from './copyColumns.ts'
import { literal, quoted } from '../sql/statement.ts'

/** Has the words of each record noted as it comes, as the service does for its own tables. */
export async function noteWords(tx: Transaction, id: string): Promise<void> {
  await tx.exec(`
    create or replace function ${wordsOf(id)}() returns trigger language plpgsql as ${literal(`
      declare words text := ${await textOf(tx, id, 'new')};
      begin
        new."_full_text" := ${NOTED};
        return new;
      end`)};
    create or replace trigger full_text before insert on datastore.${quoted(id)} for each row execute function ${wordsOf(id)}()`)
}

/**
 * Has the words of a record found when they are asked for. PostgreSQL reads `t."_full_text"` as a call of a function of that
 * name, where the table has no such column.
 */
export async function findWords(tx: Transaction, id: string): Promise<void> {
  await tx.exec(`
    create or replace function datastore."_full_text"(r datastore.${quoted(id)}) returns tsvector
    language plpgsql stable security definer as ${literal(`
      declare words text := ${await textOf(tx, id, 'r')};
      begin
        return ${NOTED};
      end`)}`)
}

/** Earlier builds gave copies without noted words an empty column for them, in which nothing is found. */
export async function findWordsInOlder(db: PGlite): Promise<void> {
  const { rows } = await db.query<{ id: string }>(`
    select k.id from rowan.copies k join pg_class c on c.relname = k.id and c.relnamespace = 'datastore'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = '_full_text' and not a.attisdropped
    where not exists (select 1 from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'full_text')`)
  for (const { id } of rows) {
    await db.transaction(async (tx) => {
      await tx.exec(`alter table datastore.${quoted(id)} drop column "_full_text"`)
      await findWords(tx, id)
    })
  }
}

/** All values of a record in one text, in SQL. */
async function textOf(tx: Transaction, id: string, record: string): Promise<string> {
  const texts = (await columnsOf(tx, id)).flatMap(({ name, takes }) => {
    if (name === '_id') return []
    const value = `${record}.${quoted(name)}`
    return [`coalesce(${takes === 'list' ? `array_to_string(${value}, ' ')` : `${value}::text`}, '')`]
  })
  return texts.length === 0 ? "''" : texts.join(" || ' ' || ")
}

/** Words with their places fit into what PostgreSQL notes, which is at most 1 MB. */
const SURELY_INDEXABLE_BYTES = 200_000

/** The words of the variable `words`, in PL/pgSQL. */
const NOTED = `case when octet_length(words) < ${SURELY_INDEXABLE_BYTES}
  then to_tsvector('pg_catalog.english', normalize(words)) else rowan.words_of_long_text(normalize(words)) end`

/** The function of the trigger that notes the words of a copy. */
export function wordsOf(id: string): string {
  return `rowan.${quoted(`words_of_${id}`)}`
}
