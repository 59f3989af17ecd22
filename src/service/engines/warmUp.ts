import { TABLE_METADATA } from '../../protocol/actions.ts'
import type { ServerHandler } from '../../protocol/handler.ts'

/**
 * Asks a statement and a search once, of no table of anybody's, before anybody else may: what PGlite and the service do for the first time
 * takes them ten times as long (measured), and whoever asked first would pay for it. What is refused warms, too.
 */
export async function warmUp(service: ServerHandler, token: string): Promise<void> {
  for (const question of QUESTIONS) {
    const url = `http://localhost/api/3/action/${question}`
    const answer = await service(new Request(url, { headers: { authorization: token } }))
    await answer.body?.cancel()
  }
}

const SQL = `select g.n % 2 as part, count(*), max(length(a.n::text)) as longest,
    max(ts_rank(to_tsvector('english', g.n || ' words'), plainto_tsquery('english', 'some words'))) as rank
  from generate_series(1, 9) as g(n) left join (select * from generate_series(1, 5) as s(n) where s.n < 4) a on a.n = g.n
  where g.n::text like '%' group by 1 order by 2 desc limit 10`

const QUESTIONS = [
  `datastore_search_sql?sql=${encodeURIComponent(SQL)}`,
  `datastore_search?resource_id=${TABLE_METADATA}&filters=${encodeURIComponent('{"name": ["none", "other"]}')}&sort=name desc`,
]
