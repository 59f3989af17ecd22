import { tokensOf } from '../tokens.ts'
import { nameOf } from '../names.ts'

/** More tables than a person joins: the fields of further ones are not asked for. */
const MOST = 12

/**
 * The ids of the tables that any word of a refused statement could mean, by id or alias; one that no list has is known by the
 * form of its id. Not by its clauses: they may be what is wrong with it.
 */
export function tablesMeant(
  sql: string,
  listed: readonly { readonly id: string; readonly aliases: readonly string[] }[],
): readonly string[] {
  const ids = new Map(
    listed.flatMap(({ id, aliases }) => [...aliases.map((alias) => [alias, id] as const), [id, id] as const]),
  )
  const named = new Set<string>()
  for (const token of tokensOf(sql)) {
    if (token.kind !== 'name' && token.kind !== 'word') continue
    const name = nameOf(sql, token)
    const id = ids.get(name) ?? (token.kind === 'name' && ID.test(name) ? name : undefined)
    if (id !== undefined) named.add(id)
  }
  return [...named].slice(0, MOST)
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
