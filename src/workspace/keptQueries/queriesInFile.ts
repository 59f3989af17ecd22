import * as v from 'valibot'
import type { Instance } from '../../instances/instance.ts'
import type { KeptQuery } from './keptQuery.ts'

/** A kept query in a file of instances: on another device its instance has another id. */
export interface QueryInFile {
  readonly url: string
  readonly prefix: string
  readonly title: string
  /** Left out for none. */
  readonly folder?: string
  readonly link: string
}

/** An instance by its address. */
type Placed = Pick<Instance, 'id' | 'baseUrl' | 'prefix'>

/** The kept queries of these instances, for a file. */
export function queriesForFile(kept: readonly KeptQuery[], instances: readonly Placed[]): readonly QueryInFile[] {
  return kept.flatMap(({ instanceId, title, folder, link }) => {
    const instance = instances.find(({ id }) => id === instanceId)
    if (instance === undefined) return []
    const { baseUrl: url, prefix } = instance
    return [{ url, prefix, title, ...(folder === null ? {} : { folder }), link }]
  })
}

/** The queries that such a file holds; what can't be read is left out. Never throws. */
export function queriesOfFile(text: string): readonly QueryInFile[] {
  try {
    const file = v.safeParse(File, JSON.parse(text))
    const all = file.success ? (file.output.queries ?? []) : []
    return all.flatMap((query) => {
      const read = v.safeParse(Query, query)
      return read.success ? [read.output] : []
    })
  } catch {
    return []
  }
}

/** What is to be kept of a file's queries: those of these instances that are not kept already, under whatever name. */
export function queriesToKeep(
  found: readonly QueryInFile[],
  instances: readonly Placed[],
  kept: readonly KeptQuery[],
): readonly Pick<KeptQuery, 'instanceId' | 'title' | 'folder' | 'link'>[] {
  return found.flatMap(({ url, prefix, title, folder = null, link }) => {
    const instance = instances.find((each) => each.baseUrl === url && each.prefix === prefix)
    if (instance === undefined) return []
    const isKept = kept.some((each) => each.instanceId === instance.id && each.link === link)
    return isKept ? [] : [{ instanceId: instance.id, title, folder, link }]
  })
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(100_000))
const Query = v.object({ url: text, prefix: v.string(), title: text, folder: v.exactOptional(text), link: text })
const File = v.object({ queries: v.optional(v.array(v.unknown())) })
