/** What is wrong with what the host sends of this program: `mended` if a file was damaged only on this device. */
export type ProgramFault =
  | { readonly kind: 'newVersion' | 'hostSilent' | 'mended' }
  /** The file, from the folder of the page, isn't the one of this build. */
  | { readonly kind: 'wrongFile'; readonly file: string }

/**
 * Finds out why a part of the program did not load; wrong copies that the browser keeps are replaced on the way. If that is
 * not to be `examined`, gives only whether there is a new build.
 */
export async function findFault(reason: unknown, examined: boolean): Promise<ProgramFault | null> {
  const listed = await listedFiles()
  if (!examined && listed.kind !== 'newVersion') return null
  if (listed.kind !== 'same') return listed
  const { files } = listed
  const named = /assets\/[\w.-]+/.exec(String(reason))?.[0] ?? ''
  const programs = Object.keys(files).filter((file) => /\.(?:js|css)$/.test(file) && file !== named)
  for (const file of [...(named in files ? [named] : []), ...programs]) {
    const integrity = files[file] ?? ''
    if (await arrives(file, { integrity })) continue
    return (await arrives(file, { integrity, cache: 'reload' })) ? { kind: 'mended' } : { kind: 'wrongFile', file }
  }
  return { kind: 'mended' }
}

/** The digests of the build's files by name, if the host still has this build. */
async function listedFiles(): Promise<ProgramFault | Listed> {
  const answer = await fetch(new URL(LIST, document.baseURI), { cache: 'no-store' }).catch(() => null)
  if (answer === null) return { kind: 'hostSilent' }
  try {
    const { files }: Pick<Listed, 'files'> = await answer.json()
    const mine = /assets\/[^/]+$/.exec(import.meta.url)?.[0] ?? ''
    return mine in files ? { kind: 'same', files } : { kind: 'newVersion' }
  } catch {
    return { kind: 'wrongFile', file: LIST }
  }
}

interface Listed {
  readonly kind: 'same'
  readonly files: Readonly<Record<string, string>>
}

/** Written by the build beside index.html. */
const LIST = 'offline.json'

async function arrives(file: string, how: RequestInit): Promise<boolean> {
  return fetch(new URL(file, document.baseURI), how).then(
    ({ ok }) => ok,
    () => false,
  )
}
