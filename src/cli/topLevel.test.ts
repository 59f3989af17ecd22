import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What the project consists of, seen from above: what its user named, and what tools look for there and nowhere else. */
const ALLOWED = [
  'src',
  'public',
  'e2e',
  'index.html',
  'vite.config.ts',
  'package.json',
  'tsconfig.json',
  'README.md',
  'package-lock.json',
  'LICENSE',
  '.ci',
  '.github',
  '.gitignore',
  '.oxlintrc.json',
  '.oxfmtrc.json',
]

it('holds nothing else at the top level', () => {
  expect(topLevel().filter((name) => !ALLOWED.includes(name))).toEqual([])
})

/** What git would take; in a tree without git, what lies there but for what is made. */
function topLevel(): string[] {
  if (existsSync(`${ROOT}/.git`)) {
    const options = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const listed = execFileSync('git', options, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    return [...new Set(listed.split('\0').map((path) => path.split('/')[0] ?? ''))].filter((name) => name !== '')
  }
  return readdirSync(ROOT).filter((name) => !['node_modules', 'dist', '.build', '.rowan'].includes(name))
}
