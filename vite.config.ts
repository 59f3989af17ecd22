import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { normalizePath, type Plugin, type ViteDevServer } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { installedChromium } from './src/cli/chromium.mjs'
import { createLicences } from './src/cli/licences.mjs'
import { contentSecurityPolicy } from './src/protocol/contentSecurityPolicy.ts'

/** Writes the policy into the built page, for hosts that send no headers (dev needs inline scripts, so not there). */
const policyTag = {
  name: 'rowan-policy-tag',
  apply: 'build' as const,
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
      injectTo: 'head-prepend' as const,
    },
  ],
}

/** The page has a PostgreSQL of its own where the service is there and `EMBEDDED=0` does not leave it out. */
const isEmbedded =
  process.env['EMBEDDED'] !== '0' && existsSync(join(import.meta.dirname, 'src/service/browser/worker.ts'))

/**
 * Tells the explorer where the service's worker is, so that it imports nothing of the service; null where the page has no
 * PostgreSQL of its own, and then nothing of it gets into the page.
 */
const engineWorker: Plugin = {
  name: 'rowan-engine-worker',
  enforce: 'pre',
  resolveId(source) {
    if (source !== 'rowan:engine-worker') return undefined
    return isEmbedded
      ? normalizePath(`${join(import.meta.dirname, 'src/service/browser/worker.ts')}?worker&url`)
      : NO_WORKER
  },
  load: (id) => (id === NO_WORKER ? 'export default null' : undefined),
}

const NO_WORKER = '\0rowan:no-engine-worker'

const EARLY_WORKER = join(import.meta.dirname, 'src/embedded/earlyWorker.js')

/**
 * Writes into the built page what starts the engine's worker before the program is there. A program in the page needs its
 * digest in the policy, which a test compares.
 */
const earlyWorker: Plugin = {
  name: 'rowan-early-worker',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const worker = Object.keys(bundle ?? {}).find((name) => /^assets\/worker-[\w-]+\.js$/.test(name))
      if (!isEmbedded) return html
      if (worker === undefined) throw new Error("The build has no engine's worker: see earlyWorker in vite.config.ts.")
      const text = readFileSync(EARLY_WORKER, 'utf8').replaceAll('\r\n', '\n')
      return html.replace(PROGRAM, (program) => `<script data-worker="./${worker}">${text}</script>\n    ${program}`)
    },
  },
}

const PROGRAM = /<script type="module"[^>]*>/

/** Keeps Vite from putting PGlite's files beside the worker: they are loaded from `engine/`, packed by the build. */
const noEngineAssets = {
  name: 'rowan-no-engine-assets',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.includes('@electric-sql/pglite')
      ? {
          code: code.replaceAll(/new URL\("[\w./-]+\.(?:wasm|data)",\s*import\.meta\.url\)/g, 'new URL("about:blank")'),
          map: null,
        }
      : undefined,
}

/**
 * What the build remarks about two packages of the engine, each time: they use `eval`, and modules of Node in branches that
 * a browser never comes to. The page's policy refuses `eval`, which is tested.
 */
const knownRemarks: Plugin = {
  name: 'rowan-known-remarks',
  onLog: (_level, { code, message }) =>
    /@electric-sql\/pglite|libpg-query/.test(message) && (code === 'EVAL' || message.includes('has been externalized'))
      ? false
      : undefined,
}

/**
 * Lets the build drop the hooks of downshift that the page does not use, and its checks of props, which only development
 * does: what downshift attaches to them at its top would keep them, and they are half of it.
 */
const onlyCombobox: Plugin = {
  name: 'rowan-only-combobox',
  apply: 'build',
  transform: {
    filter: { id: /downshift\.esm\.mjs/ },
    handler: (code) => ({
      code: code.replaceAll(/^_?use(?:Select|MultipleSelection|TagGroup)\.\w+ = .+;$/gm, ''),
      map: null,
    }),
  },
}

/**
 * Leaves out of Monaco what only compares two texts, and the work of its worker, which nothing that the page loads asks for:
 * its entry imports all of it, used or not.
 */
const onlyOneEditor: Plugin = {
  name: 'rowan-only-one-editor',
  apply: 'build',
  load: {
    filter: {
      id: /[\\/]monaco-editor[\\/].*[\\/](?:diffEditorWidget|multiDiffEditorWidget|editorWebWorker)\.js$/,
    },
    handler: () =>
      'export class DiffEditorWidget {}; export class MultiDiffEditorWidget {}; export class EditorWorker {}',
  },
}

const licences = createLicences({ hasEngine: isEmbedded })

const ENGINE_LIST = join(import.meta.dirname, 'dist/engine/files.json')
const SAMPLE_ANSWERS = join(import.meta.dirname, '.build/sample.json')

function fileOr(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : 'null'
}

/** In development the engine's files and the sample's answers are those of the last build. */
const engineFiles = {
  name: 'rowan-engine-files',
  apply: 'serve' as const,
  config: () => ({ define: { ENGINE_FILES: fileOr(ENGINE_LIST), SAMPLE_ANSWERS: fileOr(SAMPLE_ANSWERS) } }),
  configureServer(server: ViteDevServer) {
    server.middlewares.use('/engine', (request, response, next) => {
      const file = join(import.meta.dirname, 'dist/engine', basename((request.url ?? '').replace(/\?.*$/, '')))
      if (!existsSync(file)) next()
      else createReadStream(file).pipe(response)
    })
  },
}

/**
 * Puts the program before the blocking script, or the browser would ask for it only when that one has come: a round trip
 * more before the first rows. The style goes to the end, where it holds back the program, as it must, but not the first
 * paint of what index.html itself shows; it is asked for in its old place.
 */
const firstPaint: Plugin = {
  name: 'rowan-first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const style = STYLE.exec(html)?.[0] ?? ''
      const preload = style.replace('rel="stylesheet"', 'rel="preload" as="style"')
      return html
        .replace(EARLY, '')
        .replace(style, preload)
        .replace('</head>', `${EARLY}\n  </head>`)
        .replace('</body>', `  ${style}\n  </body>`)
    },
  },
}

const EARLY = '<script src="./early.js"></script>'
const STYLE = /<link rel="stylesheet"[^>]*>/

const TOKENS = join(import.meta.dirname, 'src/ui/styles/tokens.css')

/** Adds the tokens that index.html uses to its own style, which is there before the style sheet. */
const shellTokens: Plugin = {
  name: 'rowan-shell-tokens',
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      const all = readFileSync(TOKENS, 'utf8')
      const used = new Set([...html.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name))
      const values = [...used].map((name) => new RegExp(`^ *${name}: *(.+?;)`, 'm').exec(all)?.[0] ?? '')
      const themes = all.match(/^\[data-theme=.*$/gm) ?? []
      const tokens = `@layer tokens { :root { color-scheme: light dark; ${values.join('')} } ${themes.join('')} }`
      return html.replace('@layer reset, tokens, ui, views;', `$& ${tokens}`)
    },
  },
}

/** What loads later and belongs to no other part: the editor, the engine and charts are far larger than these, and stay apart. */
const LATER =
  /[\\/]src[\\/](?!editor|embedded|service|charts[\\/](?!places)|features[\\/]chart[\\/](?!ChartButton|loadChart|recordsHave))/

/** The first visit of This browser draws it while PostgreSQL needs the processor: the rest waits for the rows. */
const STARTING =
  /[\\/]src[\\/](?:features[\\/](?:thisBrowser[\\/](?:EngineScreen|timeLeft)|result[\\/]databaseWords)|words[\\/]en[\\/]databaseProblems)/

/** What loads by itself beside the first rows: whatever is in one file with it would delay them. */
const SEEN =
  /[\\/]src[\\/](?:features[\\/](?:tables[\\/](?:RowCount|about[\\/]AboutButton)|copy[\\/](?:TableCopies|CopyButton|CopyScreens)|kept[\\/]\w+|sheets[\\/]\w+)|app[\\/](?:NetworkNote|reconnect)|copies[\\/](?:watchCopies|knownCopy|copies|copyState)|instances[\\/]profile[\\/]probe|ui[\\/]picker[\\/]OpenPicker|workspace[\\/](?:firstSeen|(?:keptQueries|store|sheets)[\\/]\w+))\.|[\\/]downshift[\\/]/

/** What asks the page's own PostgreSQL: whatever is in one file with a part of it would come before its first answer. */
const ASKING = /[\\/]src[\\/](?:embedded[\\/](?!sampleAnswers)|protocol[\\/])/

/** What draws charts, and their packages: large, and loaded when the first chart is asked for. */
const PICTURES =
  /[\\/]src[\\/]charts[\\/]picture[\\/](?!world)|[\\/]node_modules[\\/](?:@observablehq|d3|d3-[\w-]+|internmap|isoformat|interval-tree-1d|binary-search-bounds|delaunator|robust-predicates)[\\/]/

/**
 * The files of the page: all that the first view needs in one, what follows in a few by occasion. As 90 small files they
 * cost more of the processor than what is in them, a request each, and compress worse.
 */
const PARTS = [
  { name: 'first', tags: ['$initial' as const] },
  { name: 'asking', test: ASKING },
  { name: 'starting', test: STARTING },
  { name: 'seen', test: SEEN },
  { name: 'faces', test: /[\\/]src[\\/](?:faces|parser|features[\\/]copyAs[\\/](?!Later))/ },
  { name: 'figures', test: /[\\/]src[\\/](?:summary|figures|columnar)[\\/]/ },
  {
    name: 'summarise',
    test: /[\\/]src[\\/](?:features[\\/](?:summarise|filter[\\/]summarised)[\\/]|words[\\/]en[\\/]summarise)/,
  },
  { name: 'shared', test: LATER, minShareCount: 2 },
  {
    name: 'charts',
    test: /[\\/]src[\\/](?:charts[\\/](?!picture|places)|features[\\/]chart[\\/](?!ChartButton|loadChart|recordsHave))/,
  },
  { name: 'pictures', test: PICTURES },
  { name: 'writing', test: /[\\/]src[\\/]features[\\/](?:create|record|tables)[\\/]/ },
  { name: 'connection', test: /[\\/]src[\\/](?:features[\\/](?:connect|shortcuts|settings|requests)|app)[\\/]/ },
  { name: 'panels', test: /[\\/]src[\\/](?:copies|features[\\/](?:columns|copy|jump|sql|thisBrowser))[\\/]/ },
  { name: 'result', test: /[\\/]src[\\/](?:features[\\/](?:export|filter|result)|results|grid)[\\/]/ },
]

/** What component tests load from packages. */
const BROWSER_PACKAGES = [
  'react',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'vitest-browser-react',
  'fast-check',
  'downshift',
  'lucide-react',
  '@tanstack/react-query',
  '@tanstack/react-table',
  '@observablehq/plot',
  'topojson-client',
]

/** The files of tests that take the longest, or the last of them would keep one core busy while the other has nothing to do. */
const LONGEST = [
  'server',
  'operators',
  'salvage',
  'conformance',
  'conformancePostgres',
  'columnsAgree',
  'agree',
  'service',
  'serverPostgres',
  'fuzz',
  'upkeep',
].map((name) => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, not that of a list
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(name))
  return place < 0 ? LONGEST.length : place
}

export default defineConfig({
  base: './',
  // The folder of src/words whose words the page shows; `pseudo` is for tests.
  define: { PAGE_LANGUAGE: JSON.stringify(process.env['ROWAN_LANGUAGE'] ?? 'en') },
  plugins: [
    react(),
    policyTag,
    shellTokens,
    firstPaint,
    earlyWorker,
    onlyCombobox,
    onlyOneEditor,
    engineWorker,
    engineFiles,
    knownRemarks,
    licences.write(),
  ],
  // What it fills in for old versions of React, React has.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  worker: { format: 'es', plugins: () => [noEngineAssets, knownRemarks, licences.watch()] },
  build: {
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    // It loads what index.html wants preloaded, which is nothing.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: PARTS } } },
  },
  test: {
    testTimeout: 180_000,
    // Vitest would leave one core free: on two cores it would use a single one.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    hookTimeout: 180_000,
    // A second, the default, is short on a machine that is busy with other work.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        // Half of the time of 135 files would go into reading the same modules again for each.
        test: {
          name: 'node',
          include: ['src/**/*.test.ts'],
          setupFiles: ['e2e/support/allOperators.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        // Found one by one while the tests run, they would reload the page in the middle of a test.
        optimizeDeps: { include: BROWSER_PACKAGES },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.tsx'],
          // What `e2e/support/longForm.ts` is where there is no `process`.
          provide: { isLong: process.env['ROWAN_LONG'] === '1' },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...chromiumPath(), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] },
              contextOptions: { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
              actionTimeout: 60_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1000, height: 700 } }],
          },
        },
      },
    ],
  },
})

/** The browser of `ROWAN_CHROMIUM`, else one that is installed, else Playwright's own. */
function chromiumPath() {
  const executablePath = process.env['ROWAN_CHROMIUM'] || installedChromium()
  return executablePath ? { executablePath } : {}
}
