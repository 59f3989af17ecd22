// `npm run chaos`: kills the service on PGlite, and the postmaster below the service on PostgreSQL, until 100 kills each
// have hit in mid-batch; fills the disk of each at 20 random moments; damages a data folder in every way there is. Looks
// whether all that was acknowledged is there and nothing in part, and whether what doesn't start says why.
// `npm run chaos -- 20 5` kills 20 times and fills the disk 5 times.
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { chaos, chaosDisk, chaosFolders } from './chaosService.mjs'
import { postgresPrograms } from './chaosVictims.mjs'

await ensureDependencies()
await ensureBuild()
const kills = Number(process.argv[2] ?? 100)
const moments = Number(process.argv[3] ?? 20)
const engines = ['PGlite', ...(postgresPrograms() === null ? [] : ['PostgreSQL'])]
if (engines.length === 1) console.log('There is no PostgreSQL server on this machine: PGlite alone is tried.')

const damaged = await timed(() => chaosFolders({ say: console.log }))
report(`Damaged folders: ${damaged.damages}`, damaged, 'each says what is wrong')
for (const engine of engines) {
  const full = await timed(() => chaosDisk({ engine, moments, say: console.log }))
  if (full.faults === undefined) console.log('This machine lets its users mount no small disk: none is filled.')
  else {
    const { reads, explained, outOfReach, acknowledged } = full
    report(
      `${engine}: full disk at ${full.moments} moments, ${reads} times read from then, ${explained} starts that said why not, ` +
        `${outOfReach} times out of reach; ${acknowledged} batches acknowledged`,
      full,
      'all there, none in part',
    )
  }
  const killed = await timed(() => chaos({ engine, kills, say: console.log }))
  const { rounds, hits, acknowledged, version } = killed
  report(
    `${engine}: ${rounds} kills, ${hits} in mid-batch; ${acknowledged} batches and ${version} changes acknowledged`,
    killed,
    'all there, none in part',
  )
}

async function timed(work) {
  const begun = performance.now()
  const done = await work()
  return { ...done, took: Math.round((performance.now() - begun) / 1000) }
}

function report(what, { faults, took }, well) {
  console.log(`${what}; ${faults.length === 0 ? well : `${faults.length} faults`} (${took} s)`)
  if (faults.length > 0) process.exitCode = 1
}
