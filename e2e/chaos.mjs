// `npm run chaos`: kills the service on PGlite, and the postmaster below the service on PostgreSQL, until 100 kills each
// have hit in mid-batch, and looks whether all that was acknowledged is there and nothing in part.
// `npm run chaos -- 20` kills 20 times.
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { chaos, postgresPrograms } from './chaosService.mjs'

await ensureDependencies()
await ensureBuild()
const kills = Number(process.argv[2] ?? 100)
const engines = ['PGlite', ...(postgresPrograms() === null ? [] : ['PostgreSQL'])]
if (engines.length === 1) console.log('There is no PostgreSQL server on this machine: PGlite alone is killed.')
for (const engine of engines) {
  const begun = performance.now()
  const { rounds, hits, acknowledged, version, faults } = await chaos({ engine, kills, say: console.log })
  const took = Math.round((performance.now() - begun) / 1000)
  console.log(
    `${engine}: ${rounds} kills, ${hits} in mid-batch; ${acknowledged} batches and ${version} changes acknowledged; ` +
      `${faults.length === 0 ? 'all there, none in part' : `${faults.length} faults`} (${took} s)`,
  )
  if (faults.length > 0) process.exitCode = 1
}
