// `npm run siege`: a reader and a writer while an attacker repeats each attack of `siege/attacks.mjs` for a minute, on
// PGlite and, if DATABASE_URL is set, on PostgreSQL. `npm run siege -- 10 200000 dump` sets the seconds, the rows of the
// table, and which attacks: those with this text in their name.
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { siege } from './siege/siege.mjs'

await ensureDependencies()
await ensureBuild()
const [seconds = '60', rows = '1000000', only = ''] = process.argv.slice(2)
const url = process.env.DATABASE_URL
if (!url) console.log('DATABASE_URL is not set: PGlite alone is attacked.')
for (const engine of ['PGlite', ...(url ? ['PostgreSQL'] : [])]) {
  const { alone, rounds, faults, rss } = await siege({
    engine,
    url,
    rows: Number(rows),
    seconds: Number(seconds),
    only,
    say: console.log,
  })
  const slow = rounds.filter(({ reader }) => reader.p95 > 5 * alone.reader.p95).map(({ name }) => name)
  console.log(
    `${engine}: ${rounds.length} attacks; ${faults.length} faults; ` +
      `the reader's p95 was more than 5 times as long under ${slow.length === 0 ? 'none' : slow.join(', ')}` +
      (rss === null ? '' : `; the process has ${Math.round(rss / 1e6)} MB at the end`),
  )
  if (faults.length > 0 || slow.length > 0) process.exitCode = 1
}
