import type { KeptQuery } from '../../workspace/keptQueries/keptQuery.ts'

/** Kept queries by folder: those in none first, then the folders by name, each in the order given. */
export function inFolders(
  queries: readonly KeptQuery[],
): readonly { readonly folder: string | null; readonly queries: readonly KeptQuery[] }[] {
  const folders = new Map<string | null, KeptQuery[]>([[null, []]])
  for (const name of queries.flatMap(({ folder }) => folder ?? []).toSorted((a, b) => a.localeCompare(b)))
    folders.set(name, [])
  for (const query of queries) folders.get(query.folder)?.push(query)
  return [...folders].flatMap(([folder, own]) => (own.length === 0 ? [] : [{ folder, queries: own }]))
}

/** The folders of an instance by name. */
export function foldersOf(kept: readonly KeptQuery[], instanceId: string): readonly string[] {
  const own = kept.filter((query) => query.instanceId === instanceId)
  return inFolders(own).flatMap(({ folder }) => folder ?? [])
}
