// `npm run long`: the tests of which `npm test` runs a short form, whole.
import { ensureBuild } from '../src/cli/build.mjs'
import { ensureChromium } from '../src/cli/chromium.mjs'
import { ensureDependencies } from '../src/cli/dependencies.mjs'
import { checkNode, fail, run, tool } from '../src/cli/project.mjs'

const UNIT = [
  ...['create', 'export', 'record'].map((name) => `src/features/${name}/readings.test.ts`),
  'src/results/walk/generatedServers.test.ts',
  'src/workspace/damage.test.ts',
  'src/workspace/view.test.ts',
  'src/protocol/jsonText.test.ts',
  'src/service/admission/admitSql.test.ts',
]
const EMBEDDED = ['conformanceEmbedded', 'embedded', 'embeddedOffline', 'embeddedStores', 'embeddedTabs']
const SPECS = ['a11y', 'deploys', 'embeddedFiles', ...EMBEDDED, 'minimal', 'recorded', 'words'].map(
  (name) => `e2e/${name}.spec.ts`,
)

try {
  checkNode()
  await ensureDependencies()
  await ensureBuild()
  const whole = { ROWAN_CHROMIUM: await ensureChromium(), ROWAN_LONG: '1' }
  const codes = [
    await run(...tool('vitest/vitest.mjs', 'run', '--project=node', ...UNIT), whole),
    await run(...tool('playwright/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...SPECS), whole),
  ]
  process.exitCode = Math.max(...codes)
} catch (error) {
  fail(error)
}
