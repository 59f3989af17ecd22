import { copiesEngine } from '../copies/copiesEngine.ts'
import { thisBrowser } from '../instances/instance.ts'
import { COPY_PATH, type CopyColumns } from '../protocol/copyMessages.ts'
import type { Field } from '../protocol/field.ts'
import { wholeBody } from '../protocol/wholeBody.ts'
import type { MirrorCalls } from './mirrorCalls.ts'

/** So many blocks of 8 kB are read at once: about a fifth of a second, in which the copies' database does nothing else. */
const BLOCKS = 2000

/** What is read together: fields, and a condition in SQL, whose truth is a column of its name. */
export interface ColumnsWanted {
  readonly id: string
  /** How many records the copy has: if it has others, it is being changed. */
  readonly records: number
  readonly fields: readonly Field[]
  readonly condition: { readonly name: string; readonly sql: string } | null
}

/** Reads columns of a copy from its database into the worker, piece by piece; gives the bytes that each takes there. */
export async function readColumns(calls: MirrorCalls, copy: string, wanted: ColumnsWanted): Promise<readonly number[]> {
  const { fields, condition } = wanted
  for (let block = 0; ; block += BLOCKS) {
    const piece = await readPiece(wanted, block)
    if (block === 0) {
      const all = condition === null ? fields : [...fields, { id: condition.name, type: 'bool' }]
      await calls.call({ kind: 'begin', copy, fields: all, types: piece.types })
    }
    await calls.call({ kind: 'piece', copy, bytes: piece.bytes }, undefined, [piece.bytes.buffer])
    if (block + BLOCKS >= piece.blocks) break
  }
  const sizes = await calls.call({ kind: 'end', copy })
  return Array.isArray(sizes) ? sizes.map(Number) : []
}

async function readPiece({ id, records, fields, condition }: ColumnsWanted, fromBlock: number) {
  const engine = copiesEngine()
  if (engine === null) throw new Error('There is no database of copies')
  const columns = fields.map((field) => field.id)
  const asked: CopyColumns = { id, columns, condition: condition?.sql ?? null, fromBlock, blocks: BLOCKS }
  const answer = await engine.handler(
    new Request(`${thisBrowser.baseUrl}${COPY_PATH}columns`, { method: 'POST', body: JSON.stringify(asked) }),
  )
  if (!answer.ok) throw new Error(await answer.text())
  if (answer.headers.get('x-rowan-records') !== String(records)) throw new Error('The copy has other records now')
  const whole = wholeBody(answer)
  const bytes = whole instanceof Uint8Array ? whole : new Uint8Array(await answer.arrayBuffer())
  const types: readonly string[] = JSON.parse(answer.headers.get('x-rowan-types') ?? '[]')
  return { bytes, types, blocks: Number(answer.headers.get('x-rowan-blocks')) }
}
