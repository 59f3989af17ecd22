// `npm run siege`: a reader and a writer while an attacker repeats each attack of `siege/attacks.mjs` for a minute, on
// PGlite and, if DATABASE_URL is set, on PostgreSQL. `npm run siege -- 10 200000 dump` sets the seconds, the rows of the
// table, and which attacks: those with one of the texts that follow in their name; `PGlite` or `PostgreSQL` among them
// chooses the engine, and `near` among them has the attacks come from the reader's own address.
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { ratiosOf, siege } from './siege/siege.mjs'

await ensureDependencies()
await ensureBuild()
/** How many times as long as alone a reader may wait. */
const MOST_RATIO = 5

const ALL_ENGINES = ['PGlite', 'PostgreSQL']
const [seconds = '60', rows = '1000000', ...words] = process.argv.slice(2)
const isNear = words.includes('near')
const only = words.filter((word) => !ALL_ENGINES.includes(word) && word !== 'near')
const named = words.filter((word) => ALL_ENGINES.includes(word))
const url = process.env.DATABASE_URL
if (!url) console.log('DATABASE_URL is not set: PGlite alone is attacked.')
for (const engine of named.length === 0 ? ALL_ENGINES : named) {
  if (engine === 'PostgreSQL' && !url) continue
  const { rounds, rss } = await siege({
    engine,
    url,
    rows: Number(rows),
    seconds: Number(seconds),
    only,
    isNear,
    say: console.log,
  })
  const names = (isSo) => rounds.filter(isSo).map(({ name }) => name)
  const slow = names((round) => Math.max(...Object.values(ratiosOf(round))) > MOST_RATIO)
  const failed = names(({ faults, refusals }) => faults.length + refusals.length > 0)
  console.log(
    `${engine}: ${rounds.length} attacks; a reader's p95 was more than ${MOST_RATIO} times as long under ${listOf(slow)}; ` +
      `faults or refusals under ${listOf(failed)}` +
      (rss === null ? '' : `; the process has ${Math.round(rss / 1e6)} MB at the end`),
  )
  if (failed.length > 0 || slow.length > 0) process.exitCode = 1
}

function listOf(names) {
  return names.length === 0 ? 'none' : names.join(', ')
}
