import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStaticServer, type OtherAnswer, type StaticServer } from './staticServer.mjs'

/** A plain host of files with a copy of the built page, on which other builds can be put up. */
export interface DeployedPage extends StaticServer {
  /** Puts a build in the place of the one that is there: its scripts have other names, those of before are gone. */
  deploy(): Promise<void>
  /** The build that is there now; from the second on, `<html data-build>` names it. */
  build(): Promise<string>
  /** The names of its scripts. */
  scripts(): Promise<readonly string[]>
  /** Names what is sent in the place of files from now on; without a rule, the files themselves. */
  spoil(rule?: (path: string) => OtherAnswer | null): void
}

/** Starts one; `stop` removes it. `instances` goes into its `settings.json`, `headers` with every answer. */
export async function deployPage(
  instances?: readonly object[],
  headers: Readonly<Record<string, string>> = {},
): Promise<DeployedPage> {
  const folder = join(await mkdtemp(join(tmpdir(), 'rowan-deploys-')), 'dist')
  await cp(join(import.meta.dirname, '..', 'dist'), folder, { recursive: true })
  if (instances !== undefined) await writeFile(join(folder, 'settings.json'), JSON.stringify({ version: 1, instances }))
  let deploys = 0
  let rule: (path: string) => OtherAnswer | null = asItIs
  const host = await startStaticServer({ folder, headers, instead: (path) => rule(path) })
  return {
    ...host,
    build: async () => /"build":"(\w+)"/.exec(await readFile(join(folder, 'offline.json'), 'utf8'))?.[1] ?? '',
    scripts: () => scriptsOf(folder),
    deploy: () => deploy(folder, `build${(deploys += 1)}`),
    spoil: (next = asItIs) => void (rule = next),
    async stop() {
      await host.stop()
      await rm(join(folder, '..'), { recursive: true, force: true })
    },
  }
}

const asItIs = () => null

async function scriptsOf(folder: string): Promise<readonly string[]> {
  return (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'))
}

/** In the place of the hash in a name: another one in each build, and for each script, as some have the same name but for it. */
const hashIn = (build: string, name: string) =>
  createHash('sha256').update(`${build} ${name}`).digest('hex').slice(0, 8)

async function deploy(folder: string, build: string): Promise<void> {
  const assets = join(folder, 'assets')
  const scripts = await scriptsOf(folder)
  const renamed = new Map(scripts.map((name) => [name, name.replace(/-[\w-]{8}\.js$/, `-${hashIn(build, name)}.js`)]))
  const renamedIn = (text: string) => {
    let now = text
    for (const [before, after] of renamed) now = now.replaceAll(before, after)
    return now
  }
  const list: { files: Record<string, string> } = JSON.parse(
    renamedIn(await readFile(join(folder, 'offline.json'), 'utf8')),
  )
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    const digest = createHash('sha256').update(text).digest('base64')
    list.files[name === 'index.html' ? './' : name] = `sha256-${digest}`
  }
  await Promise.all(
    [...renamed].map(async ([before, after]) => {
      await put(join('assets', after), renamedIn(await readFile(join(assets, before), 'utf8')))
      await rm(join(assets, before))
    }),
  )
  const page = renamedIn(await readFile(join(folder, 'index.html'), 'utf8'))
  await put('index.html', page.replace(/<html (?:data-build="\w+" )?/, `<html data-build="${build}" `))
  await writeFile(join(folder, 'offline.next'), JSON.stringify({ build, files: list.files }))
  await rename(join(folder, 'offline.next'), join(folder, 'offline.json'))
}
