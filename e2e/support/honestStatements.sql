-- What analysts ask, a statement a line. Tables: strikes (species, airport, struck_on, at, cost, height, wild, tags, spec, note,
-- code) and airports (code, name, opened, lat, lon).

-- Selecting and filtering
select * from strikes
select species, cost from strikes where cost > 100 order by cost desc nulls last limit 10 offset 5
select distinct species from strikes order by 1
select distinct on (airport) airport, species, cost from strikes order by airport, cost desc
select species as "Species of bird", cost * 1.2 as gross from strikes where wild and cost between 10 and 500
select * from strikes where species in ('Gull', 'Heron') and airport not in (select code from airports where lat < 0)
select * from strikes where species like 'G%' or species ilike '%her%' or species not like '%x%' escape '!'
select * from strikes where species similar to '(Gull|Heron)%' and species ~ '^[A-Z]' and species !~* 'zz'
select * from strikes where note is null or note is distinct from species
select * from strikes where wild is true and height is not null and not (cost < 5)
select * from strikes where struck_on >= date '2021-01-01' and struck_on < '2022-01-01'::date
select * from strikes where struck_on between current_date - interval '20 years' and now()
select * from strikes where 'ground' = any (tags) and tags @> array['day'] and tags && array['night', 'day']
select * from strikes where spec ->> 'engine' = 'CFM56' and (spec ->> 'count')::int > 1
select * from strikes where (species, airport) in (('Gull', 'VIE'), ('Heron', 'LHR'))
select * from strikes where (cost, height) > (100, 50.0) order by cost, height
select * from strikes where exists (select 1 from airports a where a.code = strikes.airport and a.opened < struck_on)
select * from strikes where cost > all (select 1.0 union select 2) and cost = any (array[100, 200, 300])
select * from strikes where length(trim(note)) > 0 order by cost fetch first 5 rows with ties
select * from strikes order by random() limit 3
select * from strikes order by species collate "C", airport using <, cost desc
select * from strikes tablesample bernoulli (50) repeatable (7)
select * from strikes tablesample system (100)
table airports
values (1, 'one'), (2, 'two'), (3, null)
select 1 as one, 'a' as w, true as b, null as n, 1e3, .5, -7 % 3, 2 ^ 10, |/ 2.0, @ -5
select case when cost > 400 then 'high' when cost > 100 then 'mid' else 'low' end as band, count(*) from strikes group by 1 order by 2 desc
select case airport when 'VIE' then 'Vienna' when 'LHR' then 'London' end from strikes
select coalesce(note, species, 'none'), nullif(cost, 0), greatest(cost, height, 1), least(cost, 5) from strikes
select s.* from strikes s where s._id in (1, 2, 3)
select count(*) from strikes where _id % 2 = 0 and _id & 1 = 0 and (_id | 1) > 0 and (_id << 1) > 2

-- Joins and subqueries
select s.species, a.name from strikes s join airports a on a.code = s.airport
select s.species, a.name from strikes s left join airports a on a.code = s.airport where a.code is null
select a.name, count(s._id) from strikes s right join airports a on a.code = s.airport group by a.name
select coalesce(s.airport, a.code), s._id, a.name from strikes s full join airports a on a.code = s.airport
select * from strikes s cross join (values ('a'), ('b')) as v(letter)
select * from airports natural join (select code, lat as latitude from airports) as b
select * from airports a join airports b using (code) join airports c using (code)
select a.code, b.code, sqrt(power(a.lat - b.lat, 2) + power(a.lon - b.lon, 2)) as apart from airports a join airports b on a.code < b.code order by 3
select s._id, n.species from strikes s, lateral (select species from strikes t where t.airport = s.airport order by cost desc limit 1) n
select a.code, t.* from airports a cross join lateral (select species, cost from strikes where airport = a.code order by cost desc limit 2) t
select a.code, l.top from airports a left join lateral (select max(cost) as top from strikes where airport = a.code) l on true
select (select max(cost) from strikes) as most, (select name from airports order by opened limit 1) as oldest
select species, (select count(*) from strikes t where t.species = s.species) as n from strikes s group by species
select array(select distinct species from strikes order by 1) as all_species
select * from (select airport, avg(cost) as mean from strikes group by airport) x where mean > (select avg(cost) from strikes)
select a.code from airports a where not exists (select from strikes s where s.airport = a.code)
select s.species, p.rank from strikes s join (select species, rank() over (order by count(*) desc) from strikes group by species) p using (species)
select t.code, t.name from (select code, name from airports) as t(code, name) where t.code like 'V%'
select j.species, k._id from (strikes a join (select _id from strikes) b using (_id)) as j join strikes k on k._id = j._id
select one.code, other.code from airports one, airports other where one.opened < other.opened

-- WITH
with recent as (select * from strikes where struck_on >= '2021-06-01') select airport, count(*) from recent group by airport
with a as (select airport, sum(cost) as total from strikes group by airport), b as (select avg(total) as mean from a) select a.*, a.total / b.mean as share from a, b
with x(a, b) as materialized (values (1, 2)) select * from x
with x as not materialized (select * from strikes) select count(*) from x where wild
with recursive n(i) as (select 1 union all select i + 1 from n where i < 20) select i, i * i as square from n
with recursive fib(a, b) as (select 0::bigint, 1::bigint union all select b, a + b from fib where b < 10000) select a from fib
with recursive tree(id, path) as (select 1, array[1] union all select id * 2, path || id * 2 from tree where id < 60) select * from tree
with recursive t(id, label, depth) as (select 1, 'a', 0 union all select id + 1, label || '/' || id, depth + 1 from t where depth < 5) select repeat('  ', depth) || label as indented from t order by label
with recursive g(a, b) as (values (1, 2), (2, 3), (3, 1)), walk as (select a, b from g where a = 1 union select g.a, g.b from g join walk on g.a = walk.b) select * from walk
with recursive w(a) as (select 1 union all select a + 1 from w where a < 4) search depth first by a set o select * from w order by o
with recursive w(a) as (select 1 union all select a % 3 + 1 from w) cycle a set is_cycle using path select * from w where not is_cycle
with months as (select generate_series('2021-01-01'::date, '2021-12-01'::date, interval '1 month')::date as m) select m, count(s._id) from months left join strikes s on date_trunc('month', s.struck_on) = m group by m order by m
with s as (select *, ntile(4) over (order by cost) as quarter from strikes) select quarter, min(cost), max(cost), count(*) from s group by quarter order by quarter
with a as (select array_agg(distinct species) as x from strikes), b as (select array_agg(distinct species) as y from strikes where wild) select a.x && b.y, a.x @> b.y, a.x <@ b.y from a, b

-- Set operations
select species from strikes union select name from airports order by 1
select airport from strikes union all select code from airports
select airport from strikes intersect select code from airports
select code from airports except select airport from strikes order by code limit 5
(select species from strikes order by cost limit 1) union all (select species from strikes order by cost desc limit 1)
select 'a' as k, 1 as v union select 'b', 2 union select 'c', 3 order by k desc

-- Grouping
select airport, count(*), count(note), count(distinct species), sum(cost), avg(cost), min(struck_on), max(struck_on) from strikes group by airport
select airport, round(avg(cost), 2) as mean from strikes group by airport having count(*) > 1 order by mean desc
select extract(year from struck_on) as y, count(*) from strikes group by y order by y
select date_trunc('quarter', struck_on) as q, sum(cost) from strikes group by 1 order by 1
select airport, species, count(*) from strikes group by rollup (airport, species) order by 1, 2
select airport, wild, count(*), grouping(airport, wild) from strikes group by cube (airport, wild)
select airport, species, wild, sum(cost) from strikes group by grouping sets ((airport), (species), (wild), ())
select airport, extract(month from struck_on) as m, sum(cost) from strikes group by airport, rollup (extract(month from struck_on))
select count(*) filter (where wild) as wild, count(*) filter (where not wild) as tame, sum(cost) filter (where cost > 100) from strikes
select string_agg(species, ', ' order by species) from strikes
select airport, string_agg(distinct species, '; ') as all_species from strikes group by airport
select airport, array_agg(species order by cost desc) as by_cost, array_agg(distinct wild) from strikes group by airport
select percentile_cont(0.5) within group (order by cost) as median, percentile_disc(0.9) within group (order by cost) from strikes
select percentile_cont(array[0.25, 0.5, 0.75]) within group (order by height) from strikes
select airport, mode() within group (order by species) from strikes group by airport
select stddev(cost), stddev_pop(cost), stddev_samp(cost), variance(cost), var_pop(cost), var_samp(cost) from strikes
select corr(cost, height), covar_pop(cost, height), covar_samp(cost, height), regr_slope(cost, height), regr_intercept(cost, height), regr_r2(cost, height) from strikes
select regr_count(cost, height), regr_avgx(cost, height), regr_avgy(cost, height), regr_sxx(cost, height), regr_sxy(cost, height), regr_syy(cost, height) from strikes
select bool_and(wild), bool_or(wild), every(cost > 0) from strikes
select bit_and(code), bit_or(code), bit_xor(code) from strikes
select json_agg(species), jsonb_agg(distinct species), json_object_agg(_id, species), jsonb_object_agg(_id, cost) from strikes
select rank(300) within group (order by cost), dense_rank(300) within group (order by cost), percent_rank(300) within group (order by cost), cume_dist(300) within group (order by cost) from strikes
select range_agg(daterange(struck_on::date, struck_on::date + 10)) from strikes
select range_intersect_agg(int4range(1, code + 5)) from strikes
select airport, max(cost) - min(cost) as spread, sum(cost) / nullif(count(*), 0) as mean from strikes group by airport
select wild, sum(cost)::float / sum(sum(cost)) over () as share from strikes group by wild
select species, count(*) * 100.0 / sum(count(*)) over () as percent from strikes group by species order by percent desc
select width_bucket(cost, 0, 1000, 10) as bucket, count(*) from strikes group by bucket order by bucket
select floor(cost / 100) * 100 as from_cost, count(*) from strikes group by 1 order by 1
select airport, (array_agg(species order by cost desc))[1] as dearest from strikes group by airport
select count(distinct (airport, species)) from strikes

-- Window functions
select _id, row_number() over (order by cost), rank() over (order by cost), dense_rank() over (order by cost) from strikes
select _id, airport, sum(cost) over (partition by airport order by struck_on) as running from strikes
select _id, cost, lag(cost) over w, lead(cost, 2, 0) over w, cost - lag(cost) over w as change from strikes window w as (order by struck_on)
select _id, first_value(species) over w, last_value(species) over w, nth_value(species, 2) over w from strikes window w as (partition by airport order by cost rows between unbounded preceding and unbounded following)
select _id, avg(cost) over (order by struck_on rows between 2 preceding and current row) as moving from strikes
select _id, sum(cost) over (order by struck_on range between interval '30 days' preceding and current row) from strikes
select _id, count(*) over (order by cost groups between 1 preceding and 1 following exclude current row) from strikes
select _id, ntile(3) over (order by cost), percent_rank() over (order by cost), cume_dist() over (order by cost) from strikes
select * from (select *, row_number() over (partition by airport order by cost desc) as r from strikes) x where r <= 2
select species, count(*), rank() over (order by count(*) desc) from strikes group by species
select _id, count(*) filter (where wild) over (partition by airport) from strikes
select _id, string_agg(species, ',') over (partition by airport order by _id) from strikes
select _id, cost - avg(cost) over () as off, (cost - avg(cost) over ()) / nullif(stddev(cost) over (), 0) as z from strikes
select struck_on, struck_on - row_number() over (order by struck_on) * interval '1 day' as island from strikes

-- Text
select upper(species), lower(species), initcap(species), length(species), char_length(species), character_length(species), octet_length(species), bit_length(species) from strikes
select concat(species, ' at ', airport), concat_ws(', ', species, airport, note), species || ' (' || airport || ')' from strikes
select left(species, 3), right(species, 3), substring(species from 2 for 3), substring(species, 2), substr(species, 2, 3) from strikes
select substring(species from '[aeiou]+'), substring(species similar '%#"u%#"%' escape '#') from strikes
select trim(species), trim(both 'G' from species), trim(leading from species), ltrim(species, 'G'), rtrim(species, 'l'), btrim(species, 'Gl') from strikes
select lpad(code::text, 6, '0'), rpad(species, 20, '.'), repeat('ab', 3), reverse(species) from strikes
select replace(species, 'u', 'oo'), translate(species, 'aeiou', '12345'), overlay(species placing 'xx' from 2 for 1) from strikes
select position('u' in species), strpos(species, 'u'), starts_with(species, 'G'), species ^@ 'G' from strikes
select split_part(note, ' ', 1), split_part(note, ' ', -1), string_to_array(note, ' '), array_to_string(tags, '+', '?') from strikes
select regexp_replace(note, '[0-9]+', '#', 'g'), regexp_match(note, '(\w+) (\w+)'), regexp_split_to_array(note, '\s+') from strikes
select regexp_count(note, 'e'), regexp_instr(note, 'e'), regexp_like(note, 'E', 'i'), regexp_substr(note, '[a-z]+') from strikes
select m[1] from strikes, regexp_matches(note, '[a-z]+', 'g') as m
select w, count(*) from strikes, regexp_split_to_table(lower(note), '\W+') as w group by w order by 2 desc
select w.w, count(*) from strikes, string_to_table(note, ' ') as w group by w.w
select u.word, count(*) from strikes, unnest(string_to_array(note, ' ')) as u(word) group by u.word
select format('%s costs %s, %I %L', species, cost, species, note) from strikes
select md5(species), encode(sha256(convert_to(species, 'UTF8')), 'hex'), ascii(species), chr(65) from strikes
select encode(convert_to(species, 'UTF8'), 'base64'), convert_from(decode('4d54', 'hex'), 'UTF8') from strikes
select quote_ident(species), quote_literal(species), quote_nullable(note), parse_ident('"a".b') from strikes
select to_hex(255), to_ascii('a', 'LATIN1'), unistr('\0041'), normalize('é', nfd), 'é' is normalized
select species like any (array['G%', 'H%']), species like all (array['%u%', '%l%']) from strikes
select note ~ '\d{2,}', note ~* '(?i)north', note !~ '^x' from strikes
select species < 'H', species between 'A' and 'M', species collate "C" < 'h' from strikes
select species, similarity from (select species, length(species) as similarity from strikes) x order by similarity
select e'tab\there', $$it's$$, U&'d\0061ta', N'x' from strikes limit 1
select string_agg(upper(left(species, 1)) || lower(substr(species, 2)), ' ') from strikes

-- Numbers
select abs(-5), ceil(1.2), ceiling(1.2), floor(1.8), round(2.567, 2), round(2.5), trunc(2.567, 1), sign(-3)
select mod(7, 3), div(7, 3), gcd(12, 18), lcm(4, 6), factorial(5), power(2, 10), sqrt(2), cbrt(27), exp(1), ln(10), log(100), log(2, 8), log10(1000)
select acos(0.5), asin(0.5), atan(1), atan2(1, 2), cos(1), sin(1), tan(1), cot(1), degrees(pi()), radians(180)
select acosd(0.5), asind(0.5), atand(1), atan2d(1, 2), cosd(60), sind(30), tand(45), cotd(45), sinh(1), cosh(1), tanh(1), asinh(1), acosh(2), atanh(0.5)
select scale(1.230), min_scale(1.230), trim_scale(1.230), width_bucket(5, array[1, 3, 6])
select cost::int, cost::float8, cast(cost as text), height::numeric(8, 1), '12.5'::numeric, '7'::smallint + 1, 1::bool from strikes
select to_char(cost, 'FM999G990D00'), to_char(code, '0000'), to_number('1,234.5', '9,999.9') from strikes
select 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 4, 16 >> 2, 17 % 5, -cost, +cost from strikes
select 6371 * 2 * asin(sqrt(power(sin(radians(a.lat - b.lat) / 2), 2) + cos(radians(a.lat)) * cos(radians(b.lat)) * power(sin(radians(a.lon - b.lon) / 2), 2))) as km from airports a, airports b where a.code < b.code
select 6371 * acos(least(1, cos(radians(lat)) * cos(radians(48)) * cos(radians(lon) - radians(16)) + sin(radians(lat)) * sin(radians(48)))) as km from airports
select 'NaN'::float8, 'Infinity'::float8, cost / nullif(height, 0) from strikes
select n, sum(n) over (order by n) from generate_series(1, 10) as n
select generate_series(1, 9, 2) as odd
select x, x * x as square from generate_series(0, 1, 0.25) as x
select count(*) from generate_series(1, 1000) a, generate_series(1, 10) b
select bit_count('\x0f'::bytea), get_bit('\x01'::bytea, 0), get_byte('\x01'::bytea, 0), length('\x0102'::bytea)
select random() < 2, gen_random_uuid() is not null
select money '12.50', 12.5::money + '1'::money

-- Dates and times
select extract(year from struck_on), extract(month from struck_on), extract(dow from struck_on), extract(epoch from at), extract(week from struck_on) from strikes
select date_part('year', struck_on), date_part('hour', at), date_trunc('month', struck_on), date_trunc('day', at, 'Europe/Vienna') from strikes
select date_bin('15 minutes', at, '2021-01-01'), date_bin('7 days', struck_on::timestamp, '2021-01-04') from strikes
select age(struck_on), age(struck_on, '2020-01-01'), struck_on - '2020-01-01'::date, now() - at from strikes
select struck_on + interval '1 month', struck_on::date + 7, at + '2 hours'::interval, at - interval '1' day from strikes
select to_char(struck_on, 'YYYY-MM'), to_char(at, 'Day DD Mon YYYY HH24:MI:SS'), to_char(struck_on, 'IYYY-"W"IW'), to_char(interval '90 minutes', 'HH24:MI') from strikes
select to_date('24.12.2021', 'DD.MM.YYYY'), to_timestamp('2021-12-24 18:00', 'YYYY-MM-DD HH24:MI'), to_timestamp(0)
select make_date(2021, 12, 24), make_time(18, 30, 0), make_timestamp(2021, 12, 24, 18, 30, 0), make_timestamptz(2021, 12, 24, 18, 30, 0), make_interval(days => 3, hours => 2)
select at at time zone 'UTC', at at time zone 'America/New_York', struck_on::timestamp at time zone 'Europe/Vienna', timezone('UTC', at) from strikes
select current_date, current_time, current_timestamp, localtime, localtimestamp, now(), clock_timestamp() is not null, statement_timestamp(), transaction_timestamp()
select justify_days(interval '45 days'), justify_hours(interval '50 hours'), justify_interval(interval '1 mon -1 hour'), isfinite(struck_on) from strikes
select d::date, count(s._id) from generate_series('2021-01-01'::date, '2021-01-31', interval '1 day') as d left join strikes s on s.struck_on::date = d::date group by d order by d
select generate_series('2021-01-01'::timestamp, '2021-12-31', '1 month') as month
select to_char(m, 'Mon'), (select count(*) from strikes where date_trunc('month', struck_on) = m) from generate_series('2021-01-01'::timestamp, '2021-12-01', '1 month') m
select (timestamp '2021-01-01', interval '10 days') overlaps (timestamp '2021-01-05', interval '2 days'), date '2021-01-01' < '2021-01-02'
select date_trunc('week', struck_on)::date as monday, count(*) from strikes group by monday order by monday
select extract(isodow from struck_on) in (6, 7) as weekend, count(*) from strikes group by 1
select struck_on, struck_on + (6 - extract(dow from struck_on)::int) * interval '1 day' as saturday from strikes
select date(at), at::time, at::date, extract(hour from at) from strikes
select (date_trunc('month', struck_on) + interval '1 month - 1 day')::date as month_end from strikes
select date '2021-03-01' - 1, interval '1 year 2 months', interval '1 day' * 3, time '10:00' + interval '90 minutes'
select case when extract(month from struck_on) in (12, 1, 2) then 'winter' else 'other' end as season, count(*) from strikes group by 1
select floor(extract(year from struck_on) / 10) * 10 as decade, count(*) from strikes group by 1
select extract(days from date_trunc('month', struck_on) + interval '1 month - 1 day') as days from strikes

-- Lists
select tags[1], tags[1:2], array_length(tags, 1), cardinality(tags), array_upper(tags, 1), array_lower(tags, 1), array_ndims(tags), array_dims(tags) from strikes
select array_append(tags, 'x'), array_prepend('x', tags), array_cat(tags, array['y']), tags || 'z'::text, array_remove(tags, 'day'), array_replace(tags, 'day', 'noon') from strikes
select array_position(tags, 'day'), array_positions(tags, 'day'), array_fill(0, array[3]), trim_array(tags, 1) from strikes where cardinality(tags) > 0
select t.tag, count(*) from strikes, unnest(tags) as t(tag) group by t.tag order by 2 desc
select s._id, u.tag, u.n from strikes s cross join lateral unnest(s.tags) with ordinality as u(tag, n)
select a, b from unnest(array[1, 2], array['x', 'y']) as t(a, b)
select * from rows from (generate_series(1, 3), unnest(array['a', 'b'])) as r(n, letter)
select array(select unnest(tags) order by 1) from strikes
select array[[1, 2], [3, 4]], '{1,2,3}'::int[], array[1, 2] || array[3], array[1, 2] = array[1, 2]
select i, tags[i] from strikes, generate_subscripts(tags, 1) as i
select array_agg(x order by x desc) from unnest(array[3, 1, 2]) x
select array_to_json(tags), to_jsonb(tags), array_to_string(array_agg(species), ',') from strikes group by tags
select exists (select from unnest(tags) t where t like 'd%') from strikes
select (select sum(x) from unnest(array[code, 1, 2]) x) from strikes
select (string_to_array('1,2,3', ','))::int[], (string_to_array(note, ' '))[2] from strikes

-- JSON
select spec -> 'engine', spec ->> 'engine', spec #> '{parts,0}', spec #>> '{parts,0}', spec -> 'parts' -> 0 from strikes
select spec ? 'engine', spec ?| array['a', 'engine'], spec ?& array['engine', 'count'], spec @> '{"count": 2}', '{"count": 2}'::jsonb <@ spec from strikes
select spec || '{"seen": true}', spec - 'count', spec - array['count', 'engine'], spec #- '{parts,0}' from strikes
select key, value from strikes, jsonb_each(spec)
select e.key, count(*) from strikes s, jsonb_each_text(s.spec) as e group by e.key
select k from strikes, jsonb_object_keys(spec) as k
select p from strikes, jsonb_array_elements(spec -> 'parts') as p
select p.value, p.ordinality from strikes, jsonb_array_elements_text(spec -> 'parts') with ordinality as p
select jsonb_array_length(spec -> 'parts'), jsonb_typeof(spec -> 'count'), jsonb_pretty(spec), jsonb_strip_nulls(spec) from strikes
select jsonb_set(spec, '{count}', '5'), jsonb_insert(spec, '{parts,0}', '"x"'), jsonb_set_lax(spec, '{count}', null) from strikes
select jsonb_extract_path(spec, 'parts', '0'), jsonb_extract_path_text(spec, 'engine') from strikes
select jsonb_build_object('s', species, 'c', cost), json_build_array(1, species, null), json_build_object('tags', tags), jsonb_build_array(cost) from strikes
select to_json(species), to_jsonb(cost), row_to_json(strikes) from strikes
select row_to_json(t) from (select species, cost from strikes) t
select x.* from strikes, jsonb_to_record(spec) as x(engine text, count int)
select x.* from jsonb_to_recordset('[{"a": 1, "b": "x"}, {"a": 2}]') as x(a int, b text)
select x.a, x.b from json_to_recordset('[{"a": 1, "b": "x"}]') as x(a int, b text)
select * from json_populate_record(null::record, '{"a": 1}') as x(a int)
select * from json_each('{"a": 1, "b": [2]}'), json_each_text('{"c": 3}') as t(k, v)
select json_array_length('[1, 2, 3]'), json_typeof('{}'), json_extract_path('{"a": {"b": 1}}', 'a', 'b'), json_strip_nulls('{"a": null}')
select value::text::int from json_array_elements('[1, 2, 3]')
select json_object_keys('{"a": 1, "b": 2}')
select json_object('{a, 1, b, 2}'), jsonb_object(array['a', 'b'], array['1', '2'])
select spec @? '$.parts[*] ? (@ == "wing")', spec @@ '$.count > 1' from strikes
select jsonb_path_query(spec, '$.parts[*]'), jsonb_path_exists(spec, '$.count ? (@ > 1)'), jsonb_path_query_array(spec, '$.parts[*]'), jsonb_path_query_first(spec, '$.engine'), jsonb_path_match(spec, '$.count > 0') from strikes
select q from strikes, jsonb_path_query(spec, '$.parts[*] ? (@ starts with "w")') as q
select airport, jsonb_object_agg(species, cost) from strikes group by airport
select airport, json_agg(json_build_object('species', species, 'cost', cost) order by cost) from strikes group by airport
select (spec -> 'count')::int + 1, (spec ->> 'count')::numeric * 1.5 from strikes
select spec['engine'], spec['parts'][0] from strikes
select '{"a": 1}'::json ->> 'a', '[1, 2]'::jsonb -> -1, '{"a": {"b": 2}}'::jsonb #>> '{a,b}'

-- Full text
select * from strikes where to_tsvector('english', note) @@ to_tsquery('english', 'north & wind')
select * from strikes where to_tsvector(note) @@ plainto_tsquery('north wind')
select species, ts_rank(to_tsvector('english', note), q) as r from strikes, websearch_to_tsquery('english', 'north -south "strong wind"') q order by r desc
select ts_headline('english', note, to_tsquery('english', 'wind'), 'StartSel=<b>, StopSel=</b>, MaxFragments=2') from strikes
select ts_rank_cd(to_tsvector('english', note), phraseto_tsquery('english', 'strong wind')) from strikes
select to_tsvector('english'::regconfig, note), setweight(to_tsvector('simple', species), 'A') || to_tsvector('simple', coalesce(note, '')) from strikes
select * from strikes where _full_text @@ to_tsquery('wind:*')
select w.lexeme, count(*) from strikes, unnest(to_tsvector('english', note)) w group by 1 order by 2 desc
select numnode('a & b'::tsquery), querytree('a & !b'::tsquery), tsvector_to_array('a b'::tsvector), strip('a:1'::tsvector), length('a b'::tsvector), ts_delete('a b'::tsvector, 'a'), ts_filter('a:1A b:2'::tsvector, '{a}')
select tsquery_phrase('a'::tsquery, 'b'::tsquery), 'a'::tsquery && 'b'::tsquery, 'a'::tsquery || 'b', !!'a'::tsquery, array_to_tsvector(tags) from strikes
select to_tsvector('simple', spec), json_to_tsvector('simple', '{"a": "wind"}', '["string"]'), jsonb_to_tsvector('english', spec, '"all"') from strikes
select note @@ 'wind', note ilike '%' || species || '%' from strikes

-- Ranges, networks, geometry, identifiers
select int4range(1, 10) @> 5, daterange('2021-01-01', '2021-12-31') && daterange('2021-06-01', null), numrange(1, 2) * numrange(1.5, 3), tsrange('2021-01-01', '2021-01-02') << tsrange('2021-02-01', '2021-02-02')
select lower(r), upper(r), isempty(r), lower_inc(r), upper_inc(r), lower_inf(r), upper_inf(r), range_merge(r, '[20,30)') from (select int4range(1, 10) as r) x
select int4multirange(int4range(1, 3), int4range(5, 8)), unnest('{[1,3),[5,8)}'::int4multirange), multirange(int4range(1, 2)), datemultirange()
select * from strikes where tstzrange('2021-01-01', '2022-01-01') @> at
select host('10.0.0.1/8'::inet), masklen('10.0.0.0/8'), network('10.1.2.3/8'), netmask('10.0.0.0/8'), broadcast('10.0.0.0/8'), hostmask('10.0.0.0/8'), family('::1'), inet '10.0.0.1' << '10.0.0.0/8', abbrev('10.1.0.0/16'::cidr), set_masklen('10.0.0.0/8'::inet, 16)
select point(lon, lat) <-> point(16, 48), circle(point(0, 0), 2) @> point(1, 1), area('((0,0),(1,1))'::box), box(point(0, 0), point(1, 1)) && box(point(1, 1), point(2, 2)), center('((0,0),(2,2))'::box), diameter('<(0,0),1>'::circle), lseg(point(0, 0), point(1, 1)) from airports
select '[(0,0),(1,1)]'::path, npoints('((0,0),(1,1),(2,0))'::polygon), isopen('[(0,0),(1,1)]'::path), polygon(8, '<(0,0),1>'::circle), height('((0,0),(2,3))'::box), width('((0,0),(2,3))'::box), slope(point(0, 0), point(1, 1)), radius('<(0,0),2>'::circle)
select '00000000-0000-0000-0000-000000000001'::uuid, '08:00:2b:01:02:03'::macaddr, b'101' | b'010', x'1f'
select num_nulls(note, cost), num_nonnulls(note, cost, 1) from strikes
select t.name, t.version, t."user", t.date from (select species as name, 1 as version, 2 as "user", struck_on as date from strikes) t
select t.a, t from (select 1 as a) t

-- Questions as people put them together
select airport, species, cost, cost - avg(cost) over (partition by airport) as above_mean from strikes order by above_mean desc limit 20
with y as (select extract(year from struck_on)::int as y, sum(cost) as total from strikes group by 1) select y, total, lag(total) over (order by y) as before, round(100 * (total / nullif(lag(total) over (order by y), 0) - 1), 1) as growth from y
with d as (select d::date from generate_series('2021-01-01'::date, '2021-03-31', '1 day') d), c as (select struck_on::date as d, count(*) as n from strikes group by 1) select d.d, coalesce(c.n, 0) as n, avg(coalesce(c.n, 0)) over (order by d.d rows 6 preceding) as week from d left join c using (d)
select airport, count(*) filter (where extract(quarter from struck_on) = 1) as q1, count(*) filter (where extract(quarter from struck_on) = 2) as q2, count(*) filter (where extract(quarter from struck_on) = 3) as q3, count(*) filter (where extract(quarter from struck_on) = 4) as q4 from strikes group by airport
select airport, sum(case when wild then cost else 0 end) as wild, sum(case when not wild then cost else 0 end) as tame from strikes group by airport
with ranked as (select species, airport, count(*) as n, row_number() over (partition by airport order by count(*) desc) as r from strikes group by species, airport) select * from ranked where r = 1
select species, airport, count(*) from strikes group by species, airport having count(*) > 1 order by 3 desc
select a.species, b.species, count(*) from strikes a join strikes b on a.airport = b.airport and a.species < b.species group by 1, 2 order by 3 desc
with g as (select *, case when struck_on - lag(struck_on) over (order by struck_on) > interval '30 days' then 1 else 0 end as starts from strikes), s as (select *, sum(starts) over (order by struck_on) as session from g) select session, min(struck_on), max(struck_on), count(*) from s group by session
select cost, count(*) as n, sum(count(*)) over (order by cost) as up_to, repeat('#', count(*)::int) as bar from strikes group by cost order by cost
with q as (select percentile_cont(0.25) within group (order by cost) as a, percentile_cont(0.75) within group (order by cost) as b from strikes) select s.* from strikes s, q where s.cost < q.a - 1.5 * (q.b - q.a) or s.cost > q.b + 1.5 * (q.b - q.a)
select airport, array_to_string(array_agg(distinct species order by species), ', ') as birds, array_to_string(array_agg(distinct tags[1]), ', ') as kinds from strikes group by airport
select s._id, s.species, p.part from strikes s left join lateral jsonb_array_elements_text(coalesce(s.spec -> 'parts', '[]')) as p(part) on true
with recursive days as (select min(struck_on)::date as d from strikes union all select d + 1 from days where d < (select min(struck_on)::date + 20 from strikes)) select days.d, count(s._id) from days left join strikes s on s.struck_on::date = days.d group by 1
select lower(regexp_replace(trim(species), '\s+', ' ', 'g')) as clean, count(*) from strikes group by clean having count(*) > 0
select case when grouping(airport) = 1 then 'all' else airport end as airport, case when grouping(wild) = 1 then 'both' else wild::text end as wild, count(*) from strikes group by rollup (airport, wild)
select a.name, s.n, s.total, rank() over (order by s.total desc nulls last) from airports a left join (select airport, count(*) as n, sum(cost) as total from strikes group by airport) s on s.airport = a.code
select date_trunc('month', struck_on) as month, species, sum(cost) as total, sum(sum(cost)) over (partition by species order by date_trunc('month', struck_on)) as so_far from strikes group by 1, 2
select sum(cost) as total, sum(cost) filter (where struck_on >= now() - interval '1 year') as last_year, max(struck_on) as last from strikes
select left(md5(_id::text), 8) as key, md5(row(species, airport)::text) as fingerprint from strikes
select jsonb_object_agg(airport, n) from (select airport, count(*) as n from strikes group by airport) x
select s.*, a.name as airport_name, a.lat, a.lon from strikes s join airports a on s.airport = a.code where a.lat between 40 and 60 and a.lon between -10 and 30 order by s._id limit 1000
select * from (select species, airport, cost, rank() over (partition by airport order by cost desc) as rank from strikes) as ranked where rank = 1 and cost is not null
select count(*) as records, count(distinct species) as kinds, round(avg(length(note)), 1) as words, min(struck_on) as first, max(struck_on) as last, bool_or(cost is null) as has_gaps from strikes
select string_agg(format('%s: %s', airport, n), '; ' order by n desc) from (select airport, count(*) as n from strikes group by airport) x
explain (format json) select airport, count(*) from strikes group by airport
explain (analyze, format json) select * from strikes where cost > 10

-- Further functions of text, numbers and lists, each alone
select date_trunc('hour', at) as hour, count(*) from strikes group by hour order by count(*) desc
select extract(doy from struck_on), extract(isoyear from struck_on), extract(century from struck_on), extract(timezone from at) from strikes
select cost, height, cost is not distinct from height from strikes
select string_agg(c, '' order by n desc) from regexp_split_to_table('heron', '') with ordinality as t(c, n)
select translate(lower(species), 'äöüß', 'aous') from strikes
select regexp_replace(initcap(note), '(\w)\w*', '\1', 'g') from strikes
select regexp_match(spec ->> 'engine', '^([A-Z]+)(\d+)$') from strikes
select sum(length(note) - length(replace(note, ' ', '')) + 1) as words from strikes
select species, length(species) - length(replace(lower(species), 'l', '')) as els from strikes
select md5(string_agg(species, ',' order by _id)) from strikes
select round(cost::numeric, -2), round((height * 3.28084)::numeric, 1), trunc(height) from strikes
select power(1.05, extract(year from age(now(), struck_on))) * cost from strikes
select avg(cost)::int, avg(height)::numeric(10, 2), sum(cost)::bigint from strikes
select sum(1.0 / nullif(cost, 0)), exp(avg(ln(nullif(cost, 0)))) as geometric from strikes where cost > 0
select percentile_cont(0.95) within group (order by extract(epoch from now() - at)) from strikes
select corr(extract(month from struck_on)::float8, cost::float8) from strikes
select array_agg(distinct extract(year from struck_on)::int) from strikes
select unnest(array_agg(distinct species)) from strikes
select airport, array_length(array_agg(distinct species), 1) from strikes group by airport
select tags, count(*) from strikes group by tags having 'day' = any (tags)
select distinct unnest(tags) from strikes order by 1
select spec ->> 'engine' as engine, avg((spec ->> 'count')::numeric) from strikes group by 1
select jsonb_object_keys(spec) as key, count(*) from strikes group by 1
select to_jsonb(s) - '_id' - '_full_text' from strikes s
select json_agg(t) from (select airport, count(*) from strikes group by airport) t
select row(species, cost), (row(1, 2)).* from strikes limit 1
select strikes.species, strikes.* from strikes
select species from public.strikes
select lag(species, 1, 'none') over (order by _id), lead(cost) over (partition by airport order by at) from strikes
select airport, sum(cost) over (order by airport rows unbounded preceding) from strikes
select max(at) filter (where wild), min(at) filter (where not wild) from strikes
select name, age(opened), extract(year from age(opened)) as years from airports
select code || ' – ' || name as label, round(lat::numeric, 1), round(lon::numeric, 1) from airports order by name
select split_part(name, ' ', 1) as first, count(*) from airports group by 1
