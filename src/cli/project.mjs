// Shared by the commands. Only Node's own modules: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const say = (words) => console.log(words)

/** Prints the message without a stack and exits. */
export function fail(error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Throws if this Node is too old (package.json, "engines"). */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Rowan needs Node.js 20.19 or newer. This is ${process.versions.node}. See https://nodejs.org`)
}

/** Runs a program without a shell, with its output on this terminal; resolves with its exit code (1 for a signal). */
export function run(program, parameters, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** The command line that runs a package's program with this Node, the same on every system. */
export function tool(path, ...parameters) {
  return [process.execPath, [join(root, 'node_modules', ...path.split('/')), ...parameters]]
}

/** The command line of npm. On Windows only a shell can run npm's script, so this runs its JavaScript. */
export function npm(...parameters) {
  const bin = dirname(realpathSync(process.execPath))
  const script = [
    process.env.npm_execpath ?? '',
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((path) => path.endsWith('npm-cli.js') && existsSync(path))
  return script ? [process.execPath, [script, ...parameters]] : ['npm', parameters]
}

/** One hash over the contents of files and folders, without tests. A missing file has a hash too. */
export function hashOf(names) {
  const hash = createHash('sha256')
  const add = (path, name) => {
    const entries = readdirOrNull(path)
    if (entries) {
      for (const entry of entries.toSorted()) add(join(path, entry), `${name}/${entry}`)
      return
    }
    if (/\.test\.tsx?$/.test(name)) return
    hash.update(`${name}\0`)
    hash.update(existsSync(path) ? readFileSync(path) : '-')
    hash.update('\0')
  }
  for (const name of names) add(join(root, name), name)
  return hash.digest('hex')
}

function readdirOrNull(path) {
  try {
    return readdirSync(path)
  } catch {
    return null
  }
}
