import * as v from 'valibot'
import { ActionError } from '../../protocol/envelope.ts'
import type { JsonText } from '../../protocol/jsonText.ts'
import type { ProfileStore } from '../profile/profile.ts'
import type { Params } from './knownParams.ts'

/** The fields of a table that a server reads, and those that it refuses to. */
export interface ReadableFields {
  readonly readable: readonly string[]
  readonly refused: readonly string[]
}

/**
 * Finds out and remembers what can be read of a table, if a search of it was refused as CKAN refuses names with `#`, which it
 * takes for a second statement, or if what was remembered is no longer so. False if that is not why.
 */
export async function learnReadable(
  error: ActionError,
  { resource_id: resource, fields: named }: Params,
  readInfo: (resource: string) => Promise<JsonText>,
  profile: ProfileStore,
): Promise<boolean> {
  if (typeof resource !== 'string') return false
  const known = profile.get().fieldsRead[resource]
  if (known === undefined) {
    const mayBeNamed = !Array.isArray(named) || named.some((name) => String(name).includes('#'))
    if (!mayBeNamed || !/not a single statement/i.test(error.message)) return false
  }
  const told = v.safeParse(Told, JSON.parse(await readInfo(resource)))
  if (!told.success) return false
  const names = told.output.filter((name) => name !== '_id')
  const readable = ['_id', ...names.filter((name) => !name.includes('#'))]
  const refused = names.filter((name) => name.includes('#'))
  const isNews = JSON.stringify(known ?? { readable, refused: [] }) !== JSON.stringify({ readable, refused })
  if (isNews) profile.learn('noticed', { fieldsRead: { [resource]: { readable, refused } } })
  return isNews
}

/** Before 2.10 CKAN told of a schema: names with their types. */
const Told = v.union([
  v.pipe(
    v.object({ fields: v.array(v.object({ id: v.string() })) }),
    v.transform(({ fields }) => fields.map(({ id }) => id)),
  ),
  v.pipe(
    v.object({ schema: v.record(v.string(), v.unknown()) }),
    v.transform(({ schema }) => Object.keys(schema)),
  ),
])

/** The parameters with only those fields that are read; the same if none other was meant. */
export function askedOfReadable(asked: Params, { readable, refused }: ReadableFields): Params {
  const { fields } = asked
  if (!Array.isArray(fields)) return { ...asked, fields: readable }
  const left = fields.filter((name) => !refused.includes(String(name)))
  return left.length === fields.length ? asked : { ...asked, fields: left.length === 0 ? ['_id'] : left }
}
