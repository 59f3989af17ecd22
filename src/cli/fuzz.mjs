// `npm run fuzz`: 100,000 generated requests to the service on each engine, every admitted function, operator and cast with
// hostile arguments, and all statements that might hide a call in a field. `npm run fuzz -- 5000 42` sets count and seed.
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
const tests = ['fuzz.test.ts', 'hostile.test.ts', 'admission/fieldCalls.test.ts'].map((name) => `src/service/${name}`)
process.exitCode = await run(...tool('vitest/vitest.mjs', 'run', ...tests), {
  ROWAN_FUZZ: requests,
  ROWAN_FUZZ_SEED: seed,
})
