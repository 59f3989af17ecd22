// `npm run formats`: has LibreOffice take what the grid copies, of values that spreadsheets are known to spoil, and compares
// its cells one by one. `RECORD=1 npm run formats` also records them, for `npm test`.
import { spawnSync } from 'node:child_process'
import { ensureDependencies } from './dependencies.mjs'
import { checkNode, fail, run, say, tool } from './project.mjs'

const program = process.env.ROWAN_SOFFICE ?? 'soffice'
try {
  checkNode()
  await ensureDependencies()
} catch (error) {
  fail(error)
}
const { error, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
if (error) {
  say('LibreOffice is not installed, so nothing was pasted. On Debian: apt-get install libreoffice-calc')
} else {
  say(stdout.trim())
  const pasted = 'src/grid/copy/copyPasted.test.ts'
  process.exitCode = await run(...tool('vitest/vitest.mjs', 'run', '--project=node', pasted), {
    ROWAN_SOFFICE: program,
  })
}
