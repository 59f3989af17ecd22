import { OpfsAhpFS, type Node, type State } from '@electric-sql/pglite/opfs-ahp'
import { ProblemError } from '../../protocol/problem.ts'
import { writeFile } from './seedFolder.ts'

/**
 * Looks through PGlite's list of files before PGlite does, which takes an unreadable list for a new one and overwrites it.
 * Copies the list, or restores it from the copy; drops a last line that was cut, and files of the reserve that are gone.
 * Throws if that gives no list of the files that are there, and then changes nothing.
 */
export async function keepList(folder: FileSystemDirectoryHandle): Promise<void> {
  const [there, list, copy] = await Promise.all([fileNames(folder), textOf(folder, LIST), textOf(folder, COPY)])
  const whole = list !== null && isWhole(list) && !hasBrokenLine(withoutCutLine(list))
  const restored = whole ? null : restoredFrom(list, copy)
  const lines = whole ? withoutCutLine(list) : restored
  if (lines === null || hasBrokenLine(lines)) throw damaged('listOfFiles', null)
  const state = stateOf(lines)
  const files = listed(state.root)
  if (restored !== null) {
    // A copy that is older than the files would give them wrong paths.
    const known = new Set([...files.map(({ name }) => name), ...state.pool])
    const unknown = [...there].filter((name) => !known.has(name))
    if (!(await areEmpty(folder, unknown))) throw damaged('listOfFiles', null)
  }
  const missing = files.filter(({ name }) => !there.has(name)).map(({ path }) => path)
  if (missing.length > 0) throw damaged('missingFiles', missing.join('\n'))
  const pool = state.pool.filter((name) => there.has(name))
  const mended = pool.length === state.pool.length ? lines : JSON.stringify({ ...state, pool })
  await writeFile(folder, COPY, mended)
  if (mended !== list) await writeFile(folder, LIST, mended)
}

/** Keeps a copy of the list that was just written whole: changes are only added to it until the next time. */
export async function copyList(folder: FileSystemDirectoryHandle, state: State): Promise<void> {
  await writeFile(folder, COPY, JSON.stringify(state))
}

function damaged(fault: 'listOfFiles' | 'missingFiles', told: string | null): ProblemError {
  return new ProblemError({ code: 'storeDamaged', fault, told })
}

/** The list with its first line from the copy, if that is whole: the list was emptied, or is damaged there. */
function restoredFrom(list: string | null, copy: string | null): string | null {
  if (copy === null || !isWhole(copy)) return null
  const [first = '', ...changes] = (list ?? '').split('\n')
  if (first === '') return withoutCutLine(copy)
  return withoutCutLine([copy.split('\n', 1)[0], ...changes].join('\n'))
}

/** A file in PGlite's list: its path in the data folder and its name among the private files; null: a folder. */
export interface Listed {
  readonly path: string
  readonly name: string | null
}

interface ListedFile extends Listed {
  readonly name: string
}

/** The files and folders in PGlite's list as far as it can be read, for looking at them only. */
export async function readList(folder: FileSystemDirectoryHandle): Promise<readonly Listed[]> {
  const [list, copy] = await Promise.all([textOf(folder, LIST), textOf(folder, COPY)])
  const lines = list !== null && isWhole(list) ? list : restoredFrom(list, copy)
  return lines === null ? [] : [...listedAll(stateOf(lines).root)]
}

const LIST = 'state.txt'
const COPY = 'state.copy'

async function areEmpty(folder: FileSystemDirectoryHandle, names: readonly string[]): Promise<boolean> {
  const data = await folder.getDirectoryHandle('data')
  const files = await Promise.all(names.map(async (name) => (await data.getFileHandle(name)).getFile()))
  return files.every(({ size }) => size === 0)
}

async function fileNames(folder: FileSystemDirectoryHandle): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const data = await folder.getDirectoryHandle('data', { create: true })
  for await (const name of data.keys()) names.add(name)
  return names
}

/** The first line is the tree of files, the rest what has changed since. */
function isWhole(list: string): boolean {
  try {
    const state: unknown = JSON.parse(list.split('\n', 1)[0] ?? '')
    return typeof state === 'object' && state !== null && 'root' in state && 'pool' in state
  } catch {
    return false
  }
}

function withoutCutLine(list: string): string {
  const end = list.lastIndexOf('\n')
  return end !== -1 && hasBrokenLine(list.slice(end)) ? list.slice(0, end) : list
}

function hasBrokenLine(list: string): boolean {
  return list
    .split('\n')
    .slice(1)
    .some((line) => line !== '' && changeOf(line) === null)
}

/** The list with its changes applied as PGlite does it; lines that can't be read are left out. */
function stateOf(list: string): State {
  const [first = '', ...lines] = list.split('\n')
  const replay = new OpfsAhpFS('')
  replay.state = JSON.parse(first)
  for (const line of lines) {
    const change = changeOf(line)
    const apply: unknown = change && Reflect.get(replay, `_${change.opp}State`)
    if (change === null || typeof apply !== 'function') continue
    try {
      Reflect.apply(apply, replay, change.args)
    } catch {
      // PGlite leaves out such a change, too.
    }
  }
  return replay.state
}

function changeOf(line: string): { opp: string; args: readonly unknown[] } | null {
  try {
    const change: unknown = JSON.parse(line)
    if (typeof change !== 'object' || change === null || !('opp' in change) || !('args' in change)) return null
    const { opp, args } = change
    return typeof opp === 'string' && Array.isArray(args) ? { opp, args } : null
  } catch {
    return null
  }
}

function* listedAll(node: Node, path = ''): Generator<Listed> {
  if (path !== '') yield { path, name: node.type === 'file' ? node.backingFilename : null }
  if (node.type === 'file') return
  for (const [name, child] of Object.entries(node.children))
    yield* listedAll(child, path === '' ? name : `${path}/${name}`)
}

function listed(root: Node): readonly ListedFile[] {
  return [...listedAll(root)].flatMap(({ path, name }) => (name === null ? [] : [{ path, name }]))
}

async function textOf(folder: FileSystemDirectoryHandle, name: string): Promise<string | null> {
  try {
    const handle = await folder.getFileHandle(name)
    const file = await handle.getFile()
    return await file.text()
  } catch {
    return null
  }
}
