import { describe, expect, it } from 'vitest'
import { readProgram, rewritten, withLocal, writeProgram } from './wasmProgram.mjs'

/** Adds 15 to a local, as often as its parameter says, and returns that from within a loop and a condition. */
const CODE = '0340 2000 45 0440 2001 0f 0b 2000 417f 6a 2100 2001 410f 6a 2101 0c00 0b 00'
const BODY = [1, 1, 0x7f, ...hex(CODE), 0x0b]
const PROGRAM = new Uint8Array([
  ...hex('0061736d 01000000'),
  ...section(1, hex('01 60017f017f')),
  ...section(3, [1, 0]),
  ...section(6, hex('01 7f01417f0b')),
  ...section(7, hex('01 0166 00 00')),
  ...section(10, [1, BODY.length, ...BODY]),
])

function hex(text: string): readonly number[] {
  return [...Buffer.from(text.replaceAll(' ', ''), 'hex')]
}

function section(id: number, bytes: readonly number[]): readonly number[] {
  return [id, bytes.length, ...bytes]
}

async function run(program: Uint8Array<ArrayBuffer>, n: number): Promise<unknown> {
  const { instance } = await WebAssembly.instantiate(program)
  const { f } = instance.exports
  if (typeof f !== 'function') throw new Error('The program has no f')
  const answer: unknown = f(n)
  return answer
}

describe('readProgram and writeProgram', () => {
  it('keep what is not changed', () => {
    const read = readProgram(PROGRAM)
    expect(read).toMatchObject({ types: ['60017f017f'], imported: 0, functions: [0], globals: [{ address: -1 }] })
    expect([...writeProgram(read, read)]).toEqual([...PROGRAM])
  })
})

describe('rewritten', () => {
  it('changes instructions and not the same bytes in others, and frames what returns from anywhere', async () => {
    expect(await run(PROGRAM, 3)).toBe(45)
    const read = readProgram(PROGRAM)
    const nestings: number[] = []
    const bodies = read.bodies.map((body) =>
      rewritten(
        body,
        (instruction, nested) => {
          if (instruction[0] === 0x41 && instruction[1] === 0x0f) return [0x41, 0x10]
          if (instruction[0] !== 0x0f) return undefined
          nestings.push(nested)
          return [0x0c, nested]
        },
        (code) => [[0x02, 0x7f], ...code, [0x0b, 0x41, 1, 0x6a]],
      ),
    )
    expect(await run(writeProgram(read, { ...read, bodies }), 3)).toBe(49)
    expect(nestings).toEqual([2])
  })

  it('may use one more local', async () => {
    const read = readProgram(PROGRAM)
    const bodies = read.bodies.map((each) => {
      const { body, local } = withLocal(each, 1)
      expect(local).toBe(2)
      // Adds up the rounds of the loop, which gives back that in the end.
      return rewritten(body, (instruction) => {
        if (instruction[0] === 0x03) return [...instruction, 0x20, local, 0x41, 1, 0x6a, 0x21, local]
        return instruction[0] === 0x0f ? [0x1a, 0x20, local, 0x0f] : undefined
      })
    })
    expect(await run(writeProgram(read, { ...read, bodies }), 3)).toBe(4)
  })

  it.each([
    { kind: 'on vectors', code: 'fd0c', opcode: 253 },
    { kind: 'with a count of numbers that is not known', code: 'fc12', opcode: 252 },
    { kind: 'whose type is a reference', code: '02630f', opcode: 2 },
    { kind: 'that selects references', code: '1c01630f', opcode: 28 },
    { kind: 'on another memory', code: '28420100', opcode: 40 },
  ])('refuses an instruction $kind', ({ code, opcode }) => {
    expect(() => rewritten(new Uint8Array(hex(`00 ${code} 0b 0b`)), () => undefined)).toThrow(
      `unknown instruction (${opcode})`,
    )
  })
})
