import { createStore } from 'zustand/vanilla'
import type { ActionClient } from '../../../instances/client/actionClient.ts'
import type { Instance } from '../../../instances/instance.ts'
import type { ListedTable } from './acrossPlan.ts'

/** Tables that were looked for by their ids and found, beside those that are listed; by `client.identity`. */
export const foundTables = createStore<ReadonlyMap<string, readonly ListedTable[]>>(() => new Map())

/** An instance that can be looked in. */
export interface Lookable {
  readonly instance: Instance
  readonly client: ActionClient
  /** Reads its list of tables, or gives the one that was read. */
  readonly list: () => Promise<readonly ListedTable[]>
}

/**
 * Looks for tables by their names in all of these instances: in their lists, and, where a list has only a part, by asking for
 * the table, if the name is an id. Gives the instances that could not be asked; what is found is in `foundTables` or listed.
 */
export async function lookFor(names: readonly string[], places: readonly Lookable[]): Promise<readonly Instance[]> {
  const lost = await Promise.all(
    places.map(async ({ instance, client, list }) => {
      try {
        const tables = await list()
        const isThere = (name: string) => tables.some(({ id, aliases }) => id === name || aliases.includes(name))
        const { moreTables, listsTables } = client.profile.get()
        if (moreTables === false && listsTables !== false) return []
        const ids = names.filter((name) => ID.test(name) && !isThere(name))
        await Promise.all(ids.map((id) => lookAt(client, id)))
        return []
      } catch {
        return [instance]
      }
    }),
  )
  return lost.flat()
}

async function lookAt(client: ActionClient, id: string): Promise<void> {
  // A refusal says that there is none, or none for this person.
  const isThere = await client.search({ resource_id: id, limit: 0 }).then(
    () => true,
    () => false,
  )
  if (!isThere) return
  const before = foundTables.getState()
  const table = { id, title: id, aliases: [] }
  foundTables.setState(new Map(before).set(client.identity, [...(before.get(client.identity) ?? []), table]), true)
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
