/** What plans are recorded of: programmes and their readings, as on the page. Fixed values, so that counts stay. */
export const TABLES: readonly string[] = [
  `create table programmes (_id serial primary key, code text, subject text, stage text, started_on date)`,
  `insert into programmes (code, subject, stage, started_on)
     select 'P' || n, (array['watershed', 'survey', 'fish'])[1 + n % 3], case when n % 4 = 0 then 'active' else 'done' end,
       '2018-01-01'::date + n from generate_series(1, 600) n`,
  `create index on programmes (stage, started_on)`,
  `create index on programmes (subject)`,
  `create table readings (_id serial primary key, programme text, taken_at timestamp, "turbidity ntu" int)`,
  `insert into readings (programme, taken_at, "turbidity ntu")
     select 'P' || (1 + n % 450), '2020-01-01'::timestamp + n * interval '1 hour', (n * 7919) % 97 from generate_series(1, 20000) n`,
  `create index on readings (programme)`,
  `vacuum analyze programmes`,
  `vacuum analyze readings`,
]

/** A statement by name, with what is set for it. */
export interface Explained {
  readonly sql: string
  readonly set?: Readonly<Record<string, string>>
}

const parallel = {
  max_parallel_workers_per_gather: '2',
  parallel_setup_cost: '0',
  parallel_tuple_cost: '0',
  min_parallel_table_scan_size: '0',
  min_parallel_index_scan_size: '0',
}

export const EXPLAINED: Readonly<Record<string, Explained>> = {
  joinOfWith: {
    sql: `with active as materialized (select code, subject, started_on from programmes where stage = 'active' and started_on >= '2018-06-01')
      select a.subject, date_trunc('year', a.started_on) as year, count(*), round(avg(r."turbidity ntu"), 1)
      from active a left join readings r on r.programme = a.code group by 1, 2 order by 1, 2`,
    set: { enable_nestloop: 'off' },
  },
  withTwice: {
    sql: `with busy as materialized (select programme, count(*) as n from readings group by 1)
      select * from busy a join busy b on a.n = b.n + 1 where a.programme < b.programme`,
  },
  parallelCount: { sql: `select count(*) from readings where "turbidity ntu" > 50`, set: parallel },
  parallelJoin: {
    sql: `select p.subject, count(*) from readings r join programmes p on p.code = r.programme group by 1 order by 1`,
    set: { ...parallel, enable_nestloop: 'off' },
  },
  parallelOrdered: { sql: `select * from readings where "turbidity ntu" = 3 order by taken_at desc`, set: parallel },
  parallelAppend: {
    sql: `select count(*) from (select _id from readings union all select _id from programmes) x`,
    set: parallel,
  },
  subplan: {
    sql: `select p.code, (select max(r.taken_at) from readings r where r.programme = p.code) from programmes p where p.subject = 'fish'`,
  },
  hashedSubplan: { sql: `select code from programmes where code not in (select programme from readings)` },
  initPlan: {
    sql: `select count(*) from readings where "turbidity ntu" > (select avg("turbidity ntu") from readings)`,
  },
  initPlanOfOutput: {
    sql: `select (select count(*) from readings) as readings, (select count(*) from programmes) as programmes`,
  },
  neverExecuted: {
    sql: `select * from programmes p join readings r on r.programme = p.code where p.stage = 'none' and r."turbidity ntu" > 3`,
  },
  window: {
    sql: `select programme, row_number() over (partition by programme order by taken_at), lag("turbidity ntu") over w from readings
      where _id <= 900 window w as (order by taken_at)`,
  },
  limit: { sql: `select * from readings order by taken_at desc limit 5 offset 2` },
  limitEarly: { sql: `select * from readings r join programmes p on p.code = r.programme limit 3` },
  setOperations: {
    sql: `select code from programmes where stage = 'active' union select programme from readings where _id < 99
      intersect select 'P7' except all select code from programmes where subject = 'fish'`,
  },
  recursive: {
    sql: `with recursive t(n) as (select 1 union all select n + 1 from t where n < 40) select p.code from t join programmes p on p._id = t.n`,
  },
  rollup: { sql: `select subject, stage, count(*) from programmes group by rollup (subject, stage)` },
  distinct: {
    sql: `select distinct on (subject) subject, started_on from programmes order by subject, started_on desc`,
  },
  distinctRows: { sql: `select distinct subject, stage from programmes` },
  functions: {
    sql: `select n, unnest(array[n, 2]) from generate_series(1, 50) n join (values (3), (4)) v(x) on v.x = n`,
  },
  bitmaps: {
    sql: `select * from programmes where stage = 'active' and (subject = 'fish' or started_on < '2018-02-01') or _id = 9`,
    set: { enable_seqscan: 'off', enable_indexscan: 'off' },
  },
  bitmapOnce: { sql: `select * from readings where programme = 'P9'`, set: { enable_indexscan: 'off' } },
  memoize: {
    sql: `select count(*) from readings r join programmes p on p._id = r."turbidity ntu"`,
    set: { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_material: 'off' },
  },
  mergeJoin: {
    sql: `select count(*) from readings r full join programmes p on p.code = r.programme and r._id > 3`,
    set: { enable_hashjoin: 'off' },
  },
  incrementalSort: { sql: `select * from readings order by programme, taken_at limit 20` },
  indexOnly: { sql: `select count(*) from readings where _id between 5 and 500`, set: { enable_seqscan: 'off' } },
  sample: { sql: `select count(*) from readings tablesample bernoulli (10) repeatable (1)` },
  lateral: {
    sql: `select p.code, x.n from programmes p, lateral (select count(*) as n from readings r where r.programme = p.code offset 0) x where p._id < 20`,
  },
  impossible: { sql: `select * from programmes where false` },
  oneTimeFilter: { sql: `select * from programmes where current_date > '2000-01-01' and stage = 'active'` },
  place: { sql: `select * from programmes where ctid = '(0,1)'` },
  placeRange: { sql: `select * from programmes where ctid > '(0,1)' and ctid < '(0,30)'` },
  semiJoin: { sql: `select * from programmes p where exists (select 1 from readings r where r.programme = p.code)` },
  antiJoin: {
    sql: `select * from programmes p where not exists (select 1 from readings r where r.programme = p.code)`,
  },
  crossJoin: { sql: `select count(*) from programmes a cross join programmes b where a.subject <> b.subject` },
  mergeAppend: {
    sql: `(select _id from readings order by _id) union all (select _id from programmes order by _id) order by 1 limit 9`,
  },
  spilled: { sql: `select * from readings order by "turbidity ntu", programme desc`, set: { work_mem: '64kB' } },
  spilledHash: {
    sql: `select count(*) from readings a join readings b using (_id)`,
    set: { work_mem: '64kB', enable_mergejoin: 'off', enable_nestloop: 'off' },
  },
  values: { sql: `values (1, 'a'), (2, 'b')` },
}

/** What is recorded of one statement, as PostgreSQL sent it. */
export interface RecordedPlan {
  /** EXPLAIN, as JSON and as psql shows it. */
  readonly plain: string
  readonly plainText: string
  /** EXPLAIN ANALYZE as JSON. */
  readonly measured: string
  /** EXPLAIN ANALYZE without times, which differ from run to run: as JSON, and as psql shows it. */
  readonly counted: string
  readonly countedText: string
}

/** The plans of each engine, by the name of the statement. */
export type RecordedPlans = Readonly<Record<'postgres15' | 'pglite18', Readonly<Record<string, RecordedPlan>>>>

/** Asks a database that has the tables for the plan of a statement. */
export async function recordPlan(
  lines: (sql: string) => Promise<readonly string[]>,
  { sql, set = {} }: Explained,
): Promise<RecordedPlan> {
  const settings = Object.entries({ jit: 'off', ...set })
  for (const [name, value] of settings) await lines(`set ${name} = '${value}'`)
  const explain = async (options: string) => (await lines(`explain (${options}) ${sql}`)).join('\n')
  const counted = 'analyze, timing off, summary off, buffers off'
  const plan = {
    plain: await explain('format json'),
    plainText: await explain('format text'),
    measured: await explain('format json, analyze, buffers off'),
    counted: await explain(`format json, ${counted}`),
    countedText: await explain(`format text, ${counted}`),
  }
  for (const [name] of settings) await lines(`reset ${name}`)
  return plan
}
