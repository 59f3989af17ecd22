// `licences.txt` in the built page: whose code, fonts and data are in it, and under which licence.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/** In the engine's files, which the bundler doesn't see: packages, and the PostgreSQL that both of them are made from. */
const ENGINE_PACKAGES = ['@electric-sql/pglite', 'libpg-query']
const POSTGRESQL = {
  title: 'PostgreSQL 18',
  licence: 'PostgreSQL',
  file: join(root, 'src/cli/licences/postgresql.txt'),
}

/**
 * Notes the packages of all modules that get into the page or into one of its workers (each `watch()`), and adds the file to
 * the page (`write`). Throws if a package has no text of its licence: then it has to be looked for.
 */
export function createLicences({ hasEngine }) {
  const packages = new Set(hasEngine ? ENGINE_PACKAGES : [])
  const note = (bundle) => {
    for (const part of Object.values(bundle)) {
      const from = part.type === 'chunk' ? part.moduleIds : (part.originalFileNames ?? [])
      for (const id of from) {
        const name = packageOf(id)
        if (name !== null) packages.add(name)
      }
    }
  }
  return {
    watch: () => ({ name: 'rowan-licence-watch', generateBundle: (_options, bundle) => note(bundle) }),
    write: () => ({
      name: 'rowan-licences',
      apply: 'build',
      generateBundle(_options, bundle) {
        note(bundle)
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licenceText([...packages], hasEngine) })
      },
    }),
  }
}

/** The package that a module is of; null for the page's own. */
export function packageOf(id) {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1]?.replaceAll('\\', '/') ?? null
}

/** The file: first a list, then each licence in full. */
export function licenceText(packages, hasEngine) {
  const parts = packages.toSorted().map(ofPackage)
  if (hasEngine) parts.push({ ...POSTGRESQL, text: readFileSync(POSTGRESQL.file, 'utf8').trim() })
  const list = parts.map(({ title, licence }) => `${title}, ${licence}`)
  const texts = parts.map(({ title, text }) => `${'='.repeat(80)}\n${title}\n${'='.repeat(80)}\n\n${text}\n`)
  return `What others have made and is part of this page: ${parts.length} packages.\n\n${list.join('\n')}\n\n${texts.join('\n')}`
}

function ofPackage(name) {
  const folder = join(root, 'node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => LICENCE_FILE.test(file)) : []
  if (files.length === 0) throw new Error(`${name} is part of the page and has no text of its licence.`)
  const text = files
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
  return { title: `${name} ${version}`, licence: license, text }
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|thirdpartynotices)/i
