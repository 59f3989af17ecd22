// `npm run build`: the static page into dist/, the server and the prepared sample into .build/.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { ensureDependencies } from './dependencies.mjs'
import { interruptible } from './interruptible.mjs'
import { checkNode, fail, hashOf, root, say } from './project.mjs'

const BUILD = join(root, '.build')
const STAMP = join(BUILD, 'sources')
const PGLITE = join(root, 'node_modules', '@electric-sql', 'pglite', 'dist')

/** Builds, unless the last build was made from these sources. */
export async function ensureBuild() {
  const sources = hashOfSources()
  if (!isCurrent(sources)) await build(sources)
}

function isCurrent(sources) {
  return isBuilt() && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources
}

/** Builds everything beside the last build, then swaps it in: a failed build changes nothing. */
export async function build(sources = hashOfSources()) {
  const begun = performance.now()
  const scratch = join(BUILD, `unfinished-${process.pid}`)
  await removeUnfinished()
  await mkdir(scratch, { recursive: true })
  try {
    await make(scratch)
    await rm(STAMP, { force: true })
    for (const [name, place] of [
      ['dist', join(root, 'dist')],
      ['server', join(BUILD, 'server')],
      ['sample.tar.gz', join(BUILD, 'sample.tar.gz')],
      ['sample.json', join(BUILD, 'sample.json')],
    ]) {
      await replace(join(scratch, name), place, join(scratch, `old-${name}`))
    }
    await writeFile(STAMP, sources)
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 })
  }
  say(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
}

/** Builds page, server and sample into a folder inside the project. Two builds of the same sources are the same bytes. */
async function make(folder) {
  if (hasService()) {
    say('Building the server …')
    await buildServer(join(folder, 'server'))
    say('Preparing the sample data …')
    await prepareSample(join(folder, 'server'), folder)
  }
  await buildPage(join(folder, 'dist'), folder)
}

/**
 * Builds only the server and its PostgreSQL, as `server.mjs`, `serve.mjs`, `engineWorker.mjs` and so on in a folder, which
 * must be inside the project to find its packages. `more` names further modules of the service.
 */
export async function buildServer(folder, more = []) {
  const entries = [
    'server',
    'serve',
    'serverSettings',
    'engines/engineWorker',
    'engines/sampleSnapshot',
    'auth/token',
    ...more,
  ]
  await buildModules(
    folder,
    entries.map((path) => `service/${path}`),
  )
  await writeFile(join(folder, 'pglite.wasm'), interruptible(await readFile(join(PGLITE, 'pglite.wasm'))))
}

/** Builds modules of `src` for Node, each under its own name, in a folder that is emptied first. */
export async function buildModules(folder, paths) {
  const vite = await import('vite')
  await vite.build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(paths.map((path) => [basename(path), join(root, 'src', `${path}.ts`)])),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}

/** Builds the static page, with PostgreSQL and the sample (in a folder) unless `EMBEDDED=0` or there is no service. */
export async function buildPage(folder, prepared) {
  say('Building the page …')
  const vite = await import('vite')
  const engine = `${folder}-engine`
  const files = hasService() && isEmbedded() ? await packEngine(join(prepared, 'sample.tar.gz'), engine) : null
  const answers = files && (await readFile(join(prepared, 'sample.json'), 'utf8'))
  await vite.build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    define: { ENGINE_FILES: JSON.stringify(files), SAMPLE_ANSWERS: String(answers) },
    build: { outDir: folder, emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 10_000 },
  })
  await compressFiles(folder)
  // Only a page with its own PostgreSQL works offline.
  const scripts = ['', '.br', '.gz'].map((suffix) => join(folder, `offline.js${suffix}`))
  if (files === null) for (const script of scripts) await rm(script, { force: true })
  else await rename(engine, join(folder, 'engine'))
  await listFiles(folder, files)
}

/**
 * The files of the page's own PostgreSQL. Gzipped here, because many static hosts don't compress. Their names change with
 * their contents. Gives the list of them that becomes part of the program; `files.json` is the same for `npm run dev`.
 */
async function packEngine(sample, folder) {
  say('Packing PostgreSQL for the page …')
  await mkdir(folder, { recursive: true })
  const sources = {
    wasm: ['pglite-wasm', join(PGLITE, 'pglite.wasm')],
    data: ['pglite-data', join(PGLITE, 'pglite.data')],
    parser: ['libpg-query-wasm', join(root, 'node_modules', 'libpg-query', 'wasm', 'libpg-query.wasm')],
    sample: ['sample', sample],
  }
  const files = {}
  for (const [part, [title, path]] of Object.entries(sources)) {
    const raw = await readFile(path)
    let plain = raw[0] === 0x1f && raw[1] === 0x8b ? await promisify(gunzip)(raw) : raw
    if (part === 'wasm') plain = interruptible(plain)
    if (part === 'data') await blankUnused(plain)
    const packed = await promisify(gzip)(plain, { level: 9 })
    const name = `${title}-${createHash('sha256').update(plain).digest('hex').slice(0, 12)}.bin`
    await writeFile(join(folder, name), packed)
    const digests = [packed, plain].map((bytes) => createHash('sha256').update(bytes).digest('base64'))
    files[part] = { name, bytes: packed.length, plainBytes: plain.length, digests }
  }
  await writeFile(join(folder, 'files.json'), JSON.stringify(files))
  return files
}

/**
 * Overwrites with zeros the files that only initdb and building extensions need, since there is always a data folder. Only
 * PGlite's program knows where each file is in the bundle, so the positions are read from there.
 */
async function blankUnused(bundle) {
  const scripts = (await readdir(PGLITE)).filter((name) => name.endsWith('.js'))
  const programs = await Promise.all(scripts.map((name) => readFile(join(PGLITE, name), 'utf8')))
  const places = programs.flatMap((text) => [
    ...text.matchAll(/filename:"(\/pglite\/[^"]+)",start:([\de]+),end:([\de]+)/g),
  ])
  const unused = places.filter(([, name]) => UNUSED.test(name))
  if (unused.length === 0)
    throw new Error("PGlite's program no longer tells where its files are: see blankUnused in src/cli/build.mjs.")
  for (const [, , start, end] of unused) bundle.fill(0, Number(start), Number(end))
}

const UNUSED =
  /\/lib\/postgresql\/pgxs\/|\/share\/postgresql\/(?:postgres\.bki|[\w-]+\.sql|sql_features\.txt|errcodes\.txt|[\w.]+\.sample)$/

/**
 * Writes `offline.json`, which tells the page why a part of it does not load, and `offline.js` what to keep: all files with
 * their digests, as `integrity` takes them. Programs of the `engine` have two, as they are kept unpacked; settings.json none.
 */
async function listFiles(folder, engine) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz|map)$|^offline\.js$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
  const files = {}
  for (const name of names) {
    const digest = createHash('sha256').update(await readFile(join(folder, name)))
    files[name === 'index.html' ? './' : name] = name === 'settings.json' ? '' : `sha256-${digest.digest('base64')}`
  }
  for (const { name, digests } of engine === null ? [] : [engine.wasm, engine.parser])
    files[`engine/${name}`] = digests.map((digest) => `sha256-${digest}`).join(' ')
  const build = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
  await writeFile(join(folder, 'offline.json'), JSON.stringify({ build, files }))
}

async function prepareSample(server, folder) {
  const env = { ...process.env, TZ: 'UTC', NODE_OPTIONS: '' }
  await promisify(execFile)(process.execPath, [join(root, 'src', 'cli', 'stillSample.mjs'), server, folder], { env })
}

/** Writes `x.br` and `x.gz` beside each file they make at least a tenth smaller, for servers that send such files. */
async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const work = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(
    work.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      const brotli = {
        params: {
          // 11 takes 3 s per MB and gains little over 9 on large files. Both may look back over the whole file.
          [constants.BROTLI_PARAM_QUALITY]: bytes.length < 500_000 ? 11 : 9,
          [constants.BROTLI_PARAM_LGWIN]: 22,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }
      const twins = [
        ['.br', await promisify(brotliCompress)(bytes, brotli)],
        ['.gz', await promisify(gzip)(bytes, { level: 9 })],
      ]
      for (const [suffix, twin] of twins) if (twin.length < bytes.length * 0.9) await writeFile(path + suffix, twin)
    }),
  )
}

const COMPRESSIBLE = /\.(html|js|mjs|css|json|svg|wasm|data|txt|map|webmanifest|ttf|ico)$/

async function replace(made, place, old) {
  if (existsSync(place)) await renameOrCopy(place, old)
  if (existsSync(made)) await renameOrCopy(made, place)
}

/** Windows refuses to rename a folder while a file in it is open, as a running server's may briefly be. */
async function renameOrCopy(from, to) {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    try {
      await rename(from, to)
      return
    } catch (error) {
      if (!['EPERM', 'EBUSY', 'EACCES'].includes(error.code)) throw error
      await new Promise((done) => setTimeout(done, 50 * attempt))
    }
  }
  await cp(from, to, { recursive: true })
  await rm(from, { recursive: true, force: true })
}

/** Removes what killed builds left behind. A running build keeps its folder. */
async function removeUnfinished() {
  for (const name of existsSync(BUILD) ? readdirSync(BUILD) : []) {
    const pid = /^unfinished-(\d+)$/.exec(name)?.[1]
    if (!pid || isRunning(Number(pid))) continue
    const { mtimeMs } = await stat(join(BUILD, name))
    if (Date.now() - mtimeMs > 60_000) await rm(join(BUILD, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function hashOfSources() {
  const sources = hashOf(['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'])
  const language = process.env.ROWAN_LANGUAGE ? ` in ${process.env.ROWAN_LANGUAGE}` : ''
  return `${sources}${isEmbedded() ? '' : ' without the engine'}${language}`
}

/** `EMBEDDED=0` builds the page without its own PostgreSQL. */
function isEmbedded() {
  return process.env.EMBEDDED !== '0'
}

function isBuilt() {
  const files = [
    'dist/index.html',
    ...(hasService() && isEmbedded() ? ['dist/engine/files.json'] : []),
    ...(hasService() ? ['.build/server/server.mjs', '.build/sample.tar.gz'] : []),
  ]
  return files.every((file) => existsSync(join(root, file)))
}

/** Without the service, only the page is built. */
export function hasService() {
  return existsSync(join(root, 'src', 'service', 'server.ts'))
}

if (process.argv[1] && resolve(process.argv[1]) === import.meta.filename) {
  const server = process.argv.indexOf('--server')
  const apart = process.argv.indexOf('--apart')
  try {
    checkNode()
    await ensureDependencies()
    if (apart !== -1) await make(resolve(process.argv[apart + 1]))
    else if (server === -1) await build()
    else if (isCurrent(hashOfSources()))
      await cp(join(BUILD, 'server'), resolve(process.argv[server + 1]), { recursive: true })
    else await buildServer(resolve(process.argv[server + 1]))
  } catch (error) {
    fail(error)
  }
}
