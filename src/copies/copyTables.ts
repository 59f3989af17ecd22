import { thisBrowser } from '../instances/instance.ts'
import {
  BETWEEN_RECORDS,
  COPY_PATH,
  type CopyAnswer,
  type CopyBegin,
  type CopyChanges,
  type CopyPage,
  type CopyRefusal,
  type StoredAnswer,
  type StoredCopy,
} from '../protocol/copyMessages.ts'
import { joinedBytes } from '../protocol/joinedBytes.ts'
import { problemOf, type Problem } from '../protocol/problem.ts'
import { copiesEngine } from './copiesEngine.ts'

/** The copies' database refused, or doesn't open. What failed is on this device, so asking the server again doesn't help. */
export class CopyStoreError extends Error {
  override readonly name = 'CopyStoreError'
  readonly refusal: CopyRefusal
  readonly problem: Problem

  constructor(refusal: CopyRefusal, problem: Problem, options?: ErrorOptions) {
    super(refusal, options)
    this.refusal = refusal
    this.problem = problem
  }
}

/** The tables of the copies, as their database has them. Each throws a `CopyStoreError`. */
export const copyTables = {
  list: async (): Promise<readonly StoredCopy[]> => ask('list', null),
  begin: async (asked: CopyBegin): Promise<void> => ask('begin', JSON.stringify(asked)),
  /** Stores a page, and gives the number of records that the table then has. */
  page: async (asked: CopyPage, texts: readonly string[]): Promise<{ readonly records: number }> =>
    ask('page', `${JSON.stringify(asked)}\n${texts.join(BETWEEN_RECORDS)}`),
  /** Stores an answer as it came; null if it isn't a plain one with these fields: then nothing is stored. */
  async answer(asked: CopyAnswer, bytes: Uint8Array): Promise<StoredAnswer | null> {
    const head = new TextEncoder().encode(`${JSON.stringify(asked)}\n`)
    try {
      return await ask('answer', joinedBytes([head, bytes]))
    } catch (error) {
      if (error instanceof CopyStoreError && error.refusal === 'otherAnswer') return null
      throw error
    }
  },
  state: async (id: string, state: string): Promise<void> => ask('state', JSON.stringify({ id, state })),
  end: async (id: string, state: string): Promise<void> => ask('end', JSON.stringify({ id, state })),
  compare: async (id: string, before: string): Promise<CopyChanges> => ask('compare', JSON.stringify({ id, before })),
  drop: async (ids: readonly string[]): Promise<void> => ask('drop', JSON.stringify({ ids })),
  /** Removes everything, even if it doesn't open. */
  reset: async (): Promise<void> => {
    await copiesEngine()?.handler(new Request(`${thisBrowser.baseUrl}/reset`, { method: 'POST' }))
  },
}

async function ask<T>(path: string, body: string | Uint8Array<ArrayBuffer> | null): Promise<T> {
  const engine = copiesEngine()
  if (engine === null) throw new CopyStoreError('failed', { code: 'engineNotLoaded' })
  const request = new Request(
    `${thisBrowser.baseUrl}${COPY_PATH}${path}`,
    body === null ? {} : { method: 'POST', body },
  )
  const answer = await engine.handler(request).catch((cause: unknown) => {
    const problem = problemOf(cause)
    throw new CopyStoreError(problem.code === 'storeFull' ? 'full' : 'failed', problem, { cause })
  })
  if (answer.ok) return answer.json()
  const { refusal, said }: { refusal: CopyRefusal; said: string } = await answer.json()
  throw new CopyStoreError(refusal, { code: 'foreign', text: said })
}
