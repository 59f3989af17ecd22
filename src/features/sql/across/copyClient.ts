import type { ActionClient } from '../../../instances/client/actionClient.ts'
import { ActionError } from '../../../protocol/envelope.ts'
import type { KnownCopy } from '../../../copies/knownCopy.ts'
import { extentOf } from './acrossPlan.ts'
import { errorAsWritten, onCopies } from './onCopies.ts'

/** A copy that a statement was run on, as it was then. */
export interface UsedCopy {
  readonly title: string
  readonly at: number
  readonly isWhole: boolean
}

export interface CopyClientParts {
  /** Asks the copies' database. */
  readonly client: ActionClient
  /** The same for statements whose tables are the same. */
  readonly identity: string
  /** The copy that stands for a name now; null if none does. */
  readonly copyNamed: (name: string) => KnownCopy | null
  /** Waits until the copies may be asked; rejects if they can't be. */
  readonly ready: (signal: AbortSignal | undefined) => Promise<void>
}

/**
 * Runs statements as they are written for tables of several instances on the copies of these tables. What is refused is said
 * of the statement as it was written.
 */
export function copyClient({ client, identity, copyNamed, ready }: CopyClientParts): ActionClient {
  return {
    ...client,
    identity,
    async sql(sql, options) {
      await ready(options?.signal)
      for (let tries = 0; ; tries += 1) {
        const copies = new Map<string, KnownCopy>()
        const on = onCopies(sql, (name) => {
          const copy = copyNamed(name)
          if (copy !== null) copies.set(copy.id, copy)
          return copy?.id ?? null
        })
        try {
          const timed = await client.sql(on.text, options)
          const seen = [...copies.values()].map((copy) => ({
            title: copy.title,
            at: copy.at,
            isWhole: extentOf(copy) === 'whole',
          }))
          used.set(timed.answer, seen)
          return timed
        } catch (error) {
          const isGone =
            error instanceof ActionError &&
            [...copies.keys()].some((id) => error.message.includes(`"${id}" does not exist`))
          if (tries > 0 || !isGone) throw errorAsWritten(error, sql, on)
        }
      }
    },
  }
}

/** The copies that an answer came from; null if it didn't come from copies. */
export function copiesUsed(answer: object): readonly UsedCopy[] | null {
  return used.get(answer) ?? null
}

const used = new WeakMap<object, readonly UsedCopy[]>()
