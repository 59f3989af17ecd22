import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A first page is read before anybody knows whether it is worth it; the pages behind it are each read in one go. */
const MOST_BYTES_FIRST = 8_000
const MOST_BYTES = 15_000

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)) && !path.startsWith('e2e/conformance/'))

it('has a first page of at most 8 kB, and behind each of its links a page of at most 15 kB', () => {
  const linked = linksIn('README.md').flatMap(({ path }) => (path?.endsWith('.md') ? [path] : []))
  expect(linked.length).toBeGreaterThan(4)
  expect(sizeOf('README.md')).toBeLessThanOrEqual(MOST_BYTES_FIRST)
  expect(linked.filter((path) => sizeOf(path) > MOST_BYTES)).toEqual([])
})

it('says on its first screen how to start, to point it at a portal, to host it and to test it', () => {
  const first = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n').slice(0, 60).join('\n')
  for (const said of ['npm start', 'npm test', 'New connection', 'npm run build']) expect(first).toContain(said)
})

it.each(pages)('has no link in %s that leads nowhere', (page) => {
  const lost = linksIn(page).filter(({ path, heading }) => {
    const target = path ?? page
    if (!existsSync(join(ROOT, target))) return true
    return heading !== null && !headingsOf(target).includes(heading)
  })
  expect(lost).toEqual([])
})

function sizeOf(path: string): number {
  return readFileSync(join(ROOT, path)).length
}

/** The links of a page to files of the repository, from its root; `path` is null for a heading of the page itself. */
function linksIn(page: string): { path: string | null; heading: string | null }[] {
  const text = withoutCode(readFileSync(join(ROOT, page), 'utf8'))
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, address = '']) => {
    if (/^[a-z]+:/.test(address)) return []
    const [path = '', heading] = address.split('#')
    return [{ path: path === '' ? null : posix.normalize(posix.join(dirname(page), path)), heading: heading ?? null }]
  })
}

/** A heading's anchor as GitHub makes it: small letters, without punctuation, blanks as hyphens. */
function headingsOf(page: string): string[] {
  const text = withoutCode(readFileSync(join(ROOT, page), 'utf8'), /```[^]*?```/g)
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text: string, code = /```[^]*?```|`[^`\n]*`/g): string {
  return text.replaceAll(code, '')
}
