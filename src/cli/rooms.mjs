// Which room may import which: reads the table in src/README.md, writes it into the lint configuration, and checks it.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/** @typedef {{ path: string, imports: readonly string[] }} Room `path` as `src/grid`, or one file; `imports` the paths of other rooms. */

/**
 * The rooms of src/README.md's table, in its order. A name without its folder means the top room of that name, or else the
 * feature. Throws if a row names a room that is not in the table.
 * @param {string} readme the text of src/README.md
 * @returns {readonly Room[]}
 */
export function roomsOf(readme) {
  return roomsIn(tableOf(readme, 'Room'), /^\| *`(src\/[\w/]+)` *\|[^|]*\|([^|]*)\|$/gm, (name) => [
    `src/${name}`,
    `src/features/${name}`,
  ])
}

/**
 * The parts of one room: the table in the room's own README.md, whose rows name folders and files in it.
 * @param {string} readme the text of that README.md
 * @param {string} room as `src/service`
 * @returns {readonly Room[]}
 */
export function partsOf(readme, room) {
  const parts = roomsIn(tableOf(readme, 'Part'), /^\| *`([\w/.]+)` *\|[^|]*\|([^|]*)\|$/gm, (name) => [name])
  const below = (path) => `${room}/${path}`
  return parts.map(({ path, imports }) => ({ path: below(path), imports: imports.map(below) }))
}

/** The table with this word at its head: a page may have others. */
function tableOf(readme, head) {
  const table = new RegExp(`^\\| *${head} *\\|.*\\n(?:\\|.*\\n?)+`, 'm').exec(readme)?.[0]
  if (table === undefined) throw new Error(`README.md has no table headed "${head}"`)
  return table
}

function roomsIn(table, row, placesOf) {
  const rows = [...table.matchAll(row)]
  const paths = rows.map(([, path]) => path ?? '')
  return rows.map(([, path = '', cell = '']) => ({ path, imports: importsOf(path, cell.trim(), paths, placesOf) }))
}

function importsOf(path, cell, paths, placesOf) {
  if (cell === 'nothing') return []
  if (cell === 'all') return paths.filter((each) => each !== path)
  const without = /^all but (.+)$/.exec(cell)?.[1]
  const named = (without ?? cell).split(/, | and /).map((text) => {
    const name = text.replaceAll('`', '')
    const found = placesOf(name).find((each) => paths.includes(each))
    if (found === undefined)
      throw new Error(`src/README.md: ${path} is to import "${name}", which has no row in the table`)
    return found
  })
  if (without === undefined) return named
  return paths.filter((each) => each !== path && !named.includes(each))
}

/**
 * The lint overrides that keep the rooms apart, at any folder depth. Where a room has a folder of its own named as another
 * room, as `src/service/sql`, how far up an import goes tells which it means, so there is an override for each depth; so is there where a feature is named as a room that may be imported.
 * @param {readonly Room[]} rooms
 * @param {string} root
 */
export function lintOverrides(rooms, root) {
  return rooms.flatMap((room) => {
    const forbidden = rooms.filter(({ path }) => path !== room.path && !room.imports.includes(path))
    const outside = forbidden.map(({ path }) => path.replace('src/', ''))
    // Features are siblings, so one can name another without `features/`.
    const beside = room.path.startsWith('src/features/')
      ? outside.filter((path) => path.startsWith('features/')).map((path) => path.replace('features/', ''))
      : []
    const likeTop = beside.filter((name) => room.imports.includes(`src/${name}`))
    const siblings = beside.filter((name) => !likeTop.includes(name))
    const own = outside.filter((name) => existsSync(join(root, room.path, name)))
    const others = [...outside, ...siblings].filter((name) => !own.includes(name))
    const always = `^(\\.{1,2}/)+(${others.join('|')})/`
    const message = `${room.path} may import ${room.imports.length === 0 ? 'nothing of ours' : room.imports.join(', ')}: see the table in src/README.md`
    const override = (files, regexes) => ({
      files: [`${room.path}/${files}`],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            ...(room.path === 'src/service' ? { paths: [{ name: 'react', message: 'the service has no React' }] } : {}),
            patterns: regexes.map((regex) => ({ regex, message })),
          },
        ],
      },
    })
    const up = room.path.split('/').length - 1
    const depths = own.length + likeTop.length === 0 ? [] : [0, 1, 2, 3, 4]
    return [
      override('**', [always]),
      ...depths.map((depth) =>
        override(`${'*/'.repeat(depth)}*`, [always, ...farUp(up + depth, own), ...farUp(1 + depth, likeTop)]),
      ),
    ]
  })
}

/**
 * What breaks the table in the sources of `folder`: imports in a forbidden direction, however they are written (static,
 * types, dynamic, `new URL`), files in no room, and rooms that import each other in a circle. Tests may also import what
 * only tests use, from `e2e`. For the parts of one room, `folder` is the room: what lies outside is not looked at.
 * @param {string} root
 * @param {readonly Room[]} rooms
 * @param {string} [folder]
 * @returns {readonly string[]} a sentence each
 */
export function violations(root, rooms, folder = 'src') {
  const found = []
  const between = new Map()
  for (const file of sourceFiles(root, folder)) {
    if (folder !== 'src' && isTest(file)) continue
    const from = roomOf(file, rooms)
    if (from === null) {
      found.push(`${file} is in no room of the table`)
      continue
    }
    for (const target of importedBy(root, file)) {
      if (target === 'package.json' || (isTest(file) && !target.startsWith('src/'))) continue
      if (folder !== 'src' && !target.startsWith(`${folder}/`)) continue
      const to = roomOf(target, rooms)
      if (to === from) continue
      // A test may use the commands, and anything on its own side (page or service).
      if (isTest(file) && to !== null && (to.path === 'src/cli' || isService(to) === isService(from))) continue
      if (to === null || !from.imports.includes(to.path)) found.push(`${file} imports ${target}`)
      else if (!isTest(file)) between.set(from.path, (between.get(from.path) ?? new Set()).add(to.path))
    }
  }
  return [...found, ...circles(between)]
}

function circles(between) {
  const done = new Set()
  const found = []
  const visit = (room, above) => {
    if (above.includes(room)) found.push(`circle of rooms: ${[...above.slice(above.indexOf(room)), room].join(' → ')}`)
    if (above.includes(room) || done.has(room)) return
    for (const next of between.get(room) ?? []) visit(next, [...above, room])
    done.add(room)
  }
  for (const room of between.keys()) visit(room, [])
  return found
}

function isService({ path }) {
  return path === 'src/service'
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file)
}

function roomOf(file, rooms) {
  return rooms.find(({ path }) => file === path || file.startsWith(`${path}/`)) ?? null
}

function sourceFiles(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|mts|css)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\(|\bvi\.mock\()\s*(['"])(\.{1,2}\/[^'"]*)\1/g

/** The imported files, as paths below the root; a specifier that leads to no file is left out. */
function importedBy(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)]
    .map(([, , specifier = '']) => posix.join(dirname(file), specifier))
    .filter((target) => /\.\w+$/.test(target) && existsSync(join(root, target)))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { root } = await import('./project.mjs')
  const path = join(root, '.oxlintrc.json')
  const config = JSON.parse(readFileSync(path, 'utf8'))
  const others = config.overrides.filter(({ rules }) => rules['no-restricted-imports'] === undefined)
  config.overrides = [...others, ...lintOverrides(roomsOf(readFileSync(join(root, 'src', 'README.md'), 'utf8')), root)]
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`)
  execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), path])
}

/** Patterns of names that are reached by going up so many folders. */
function farUp(steps, names) {
  return names.length === 0 ? [] : [`^(\\.\\./){${steps}}(${names.join('|')})/`]
}
