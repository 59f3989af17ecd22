import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lintOverrides, partsOf, roomsOf, violations } from './rooms.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const rooms = roomsOf(readFileSync(join(ROOT, 'src', 'README.md'), 'utf8'))
const paths = rooms.map(({ path }) => path)

it('names each folder of the sources in the table of src/README.md, and no other', () => {
  const folders = (path: string) =>
    readdirSync(join(ROOT, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${path}/${name}`)
  const there = folders('src').flatMap((path) => (path === 'src/features' ? folders(path) : [path]))
  expect(paths.toSorted()).toEqual(there.toSorted())
})

it('has the table of src/README.md in the lint configuration (npm run rooms writes it there)', () => {
  const config: { overrides: { rules: Record<string, unknown> }[] } = JSON.parse(
    readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'),
  )
  expect(config.overrides.filter(({ rules }) => 'no-restricted-imports' in rules)).toEqual(lintOverrides(rooms, ROOT))
})

it('holds to the table, however an import is written', () => {
  expect(violations(ROOT, rooms)).toEqual([])
})

/** Rooms whose own README.md has a table of their parts. */
const divided = ['src/service'].map((room) => ({
  room,
  parts: partsOf(readFileSync(join(ROOT, room, 'README.md'), 'utf8'), room),
}))

it.each(divided)('has a row for each folder and file of $room, and holds to its table', ({ room, parts }) => {
  const there = readdirSync(join(ROOT, room))
    .filter((name) => !/\.test\.|\.md$/.test(name))
    .map((name) => `${room}/${name}`)
  expect(parts.map(({ path }) => path).toSorted()).toEqual(there.toSorted())
  expect(violations(ROOT, parts, room)).toEqual([])
})

it('has no file of the product that only tests use', () => {
  const all = sources().filter((file) => /\.(?:tsx?|css)$/.test(file) && !file.endsWith('.d.ts'))
  const isTest = (file: string) => file.includes('.test.')
  const used = new Set(
    [...all.filter((file) => !isTest(file)), 'vite.config.ts', 'index.html', ...commands()].flatMap((file) =>
      namedBy(file),
    ),
  )
  expect(all.filter((file) => !isTest(file) && !used.has(file) && !FOUND_BY_PLACE.test(file))).toEqual([])
})

/** Files that the build finds by their place: languages, operators, formats. */
const FOUND_BY_PLACE = /^src\/(?:words\/\w+\/language|query\/operators\/\w+\/\w+|formats\/\w+\/\w+Writer)\.ts$/

/** The commands, which name modules of the service by their paths. */
function commands(): string[] {
  return sources('src/cli').filter((file) => file.endsWith('.mjs'))
}

/** The sources that a file names: by an import, or, in a command, by a path. */
function namedBy(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const imported = [...text.matchAll(/['"](\.{1,2}\/[^'"\n]+)['"]/g)].map(([, specifier = '']) =>
    join(dirname(file), specifier.replace(/\?.*$/, '')),
  )
  const named = [...text.matchAll(/['"]\/?((?:src\/)?[\w/]+?)(?:\.tsx?)?['"]/g)].flatMap(([, path = '']) =>
    ['', 'src/', 'src/service/'].flatMap((above) => [`${above}${path}.ts`, `${above}${path}.tsx`]),
  )
  return [...imported, ...(/\.(?:mjs|html)$|vite\.config/.test(file) ? named : [])]
}

function sources(folder = 'src'): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|mts|css)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

/** Above these a folder, tests apart, is split or needs a README.md, and a file has more than one reason to change. */
const MOST_FILES = 30
const MOST_WITHOUT_README = 10
const MOST_LINES = 350

it('keeps folders and files small enough to read', () => {
  const folders = [...new Set(sources().map((file) => dirname(file)))].flatMap((folder) => {
    const files = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isFile())
    const counted = files.filter(({ name }) => !/\.md$|\.test\./.test(name))
    const isExplained = files.some(({ name }) => name === 'README.md')
    return [
      ...(counted.length > MOST_FILES ? [`${folder} holds ${counted.length} files`] : []),
      ...(counted.length > MOST_WITHOUT_README && !isExplained ? [`${folder} has no README.md`] : []),
    ]
  })
  const tooLong = sources()
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const lines = text.trimEnd().split('\n').length
      return lines > MOST_LINES && !text.startsWith('// Longer than 350 lines: ') ? [`${file} has ${lines} lines`] : []
    })
  expect([...folders, ...tooLong]).toEqual([])
})

/** Every direction that the table forbids, from a file in the room itself and from one two folders deeper. */
const forbidden = rooms.flatMap((from) =>
  rooms.flatMap((to) =>
    to.path === from.path || from.imports.includes(to.path)
      ? []
      : ['', 'inner/deep/'].flatMap((depth) =>
          (to.path.startsWith('src/features/') && from.path.startsWith('src/features/') ? ['', 'by name/'] : ['']).map(
            (way) => ({
              from: from.path,
              to: to.path,
              file: `${from.path}/${depth}${way.replace(' ', '')}from${slug(to.path)}.ts`,
            }),
          ),
        ),
  ),
)

function slug(path: string): string {
  return path.replaceAll(/[^\w]/g, '_')
}

let planted: string
beforeAll(() => {
  planted = mkdtempSync(join(tmpdir(), 'rowan-rooms-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(planted, path)), { recursive: true })
    writeFileSync(join(planted, path), text)
  }
  cpSync(join(ROOT, '.oxlintrc.json'), join(planted, '.oxlintrc.json'))
  for (const path of paths) write(`${path}/there.ts`, 'export const there = 1\nexport type There = number\n')
  for (const { from, to, file } of forbidden) {
    let specifier = relative(dirname(file), `${to}/there.ts`)
    if (file.includes('/byname/')) specifier = specifier.replace(/\w+\/there/, (end) => `../features/${end}`)
    write(file, `import type { There } from '${specifier}'\nexport const from = (there: There) => there\n// ${from}\n`)
  }
  const circle = (folder: string, way: string) => {
    write(`${folder}/one.ts`, `import ${way}{ Two } from './two.ts'\nexport class One { of: Two | null = null }\n`)
    write(`${folder}/two.ts`, `import ${way}{ One } from './one.ts'\nexport class Two { of: One | null = null }\n`)
  }
  circle('src/ui/circle', '')
  circle('src/ui/typecircle', 'type ')
  write('src/grid/dynamic.ts', "export const later = () => import('../service/there.ts')\n")
  write('src/grid/worker.ts', "export const url = new URL('../service/there.ts', import.meta.url)\n")
  write('src/nowhere/lost.ts', 'export const lost = 1\n')
})
afterAll(() => rmSync(planted, { recursive: true, force: true }))

it('refuses a planted import of every forbidden direction and depth, and circles, those of types too', () => {
  const refused = lint(planted)
  const left = forbidden.filter(({ file }) => !refused.has(`${file} eslint(no-restricted-imports)`))
  expect(left).toEqual([])
  for (const file of [
    'src/ui/circle/one.ts',
    'src/ui/circle/two.ts',
    'src/ui/typecircle/one.ts',
    'src/ui/typecircle/two.ts',
  ])
    expect(refused).toContain(`${file} import(no-cycle)`)
})

it('finds what lint does not see: dynamic imports, workers, and files in no room', () => {
  const found = violations(planted, rooms)
  expect(found).toContain('src/grid/dynamic.ts imports src/service/there.ts')
  expect(found).toContain('src/grid/worker.ts imports src/service/there.ts')
  expect(found).toContain('src/nowhere/lost.ts is in no room of the table')
  for (const { file, to } of forbidden.filter((each) => !each.file.includes('/byname/')))
    expect(found).toContain(`${file} imports ${to}/there.ts`)
})

it.each(divided)('finds a planted import of every direction that the table of $room forbids', ({ room, parts }) => {
  const root = mkdtempSync(join(tmpdir(), 'rowan-parts-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  try {
    const isFile = (path: string) => path.endsWith('.ts')
    const fileOf = (path: string) => (isFile(path) ? path : `${path}/there.ts`)
    const wrong: string[] = []
    for (const from of parts) {
      const others = parts.filter(({ path }) => path !== from.path && !from.imports.includes(path))
      const file = isFile(from.path) ? from.path : `${from.path}/deep/from.ts`
      write(fileOf(from.path), '')
      write(
        file,
        others
          .map(({ path }) =>
            `import type { T } from '${relative(dirname(file), fileOf(path))}'\n`.replace(/'(?=\w)/, "'./"),
          )
          .join(''),
      )
      wrong.push(...others.map(({ path }) => `${file} imports ${fileOf(path)}`))
    }
    expect(wrong.length).toBeGreaterThan(parts.length)
    expect(violations(root, parts, room)).toEqual(expect.arrayContaining(wrong))
  } finally {
    rmSync(root, { recursive: true })
  }
})

/** What lint refuses below that folder, as `file rule`. */
function lint(folder: string): Set<string> {
  const program = join(ROOT, 'node_modules/oxlint/bin/oxlint')
  let report: string
  try {
    report = execFileSync(process.execPath, [program, '--format=json', 'src'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
  } catch (error) {
    report = String(Object(error).stdout)
  }
  const { diagnostics }: { diagnostics: { code: string; filename: string }[] } = JSON.parse(report)
  return new Set(diagnostics.map(({ code, filename }) => `${filename} ${code}`))
}
