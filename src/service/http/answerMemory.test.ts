import { expect, it } from 'vitest'
import { joinedBytes } from '../../protocol/joinedBytes.ts'
import { gatherBytes, giveBack } from './answerMemory.ts'

function gathered(sizes: readonly number[], first: number) {
  const bytes = gatherBytes()
  const added = sizes.map((size, at) => new Uint8Array(size).fill(first + at))
  for (const piece of added) {
    bytes.add(piece)
    // Its memory belongs to somebody else.
    piece.fill(0)
  }
  const expected = joinedBytes(sizes.map((size, at) => new Uint8Array(size).fill(first + at)))
  return { pieces: bytes.pieces(), expected }
}

function isSame(pieces: readonly Uint8Array[], expected: Uint8Array): boolean {
  return Buffer.compare(joinedBytes(pieces), expected) === 0
}

it.each([[[]], [[1]], [[0, 3, 0]], [[256 * 1024]], [[256 * 1024 - 1, 2]], [[700_000, 1, 300_000]]])(
  'gathers pieces of %j bytes',
  (sizes) => {
    const { pieces, expected } = gathered(sizes, 1)
    expect(isSame(pieces, expected)).toBe(true)
  },
)

it('uses memory again once it is given back, and never what is still read', () => {
  const one = gathered([300_000], 1)
  const other = gathered([300_000], 2)
  giveBack([new Uint8Array(5), ...one.pieces])
  giveBack(one.pieces)
  const next = gathered([300_000], 3)
  const last = gathered([300_000], 4)
  const memory = new Set(one.pieces.map(({ buffer }) => buffer))
  expect(next.pieces.every(({ buffer }) => memory.has(buffer))).toBe(true)
  expect(last.pieces.some(({ buffer }) => memory.has(buffer))).toBe(false)
  for (const { pieces, expected } of [other, next, last]) expect(isSame(pieces, expected)).toBe(true)
})
