// `npm run fuzz`: 100,000 generated requests to the service on each engine. `npm run fuzz -- 5000 42` sets count and seed.
import { ensureDependencies } from './dependencies.mjs'
import { checkNode, fail, run, say, tool } from './project.mjs'

const [requests = '100000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
try {
  checkNode()
  await ensureDependencies()
} catch (error) {
  fail(error)
}
say(`${requests} generated requests to each engine, seed ${seed}.`)
if (!process.env.DATABASE_URL) say('DATABASE_URL is not set: testing only PGlite.')
process.exitCode = await run(...tool('vitest/vitest.mjs', 'run', 'src/service/fuzz.test.ts'), {
  ROWAN_FUZZ: requests,
  ROWAN_FUZZ_SEED: seed,
})
