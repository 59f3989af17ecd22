// Reads a program for WebAssembly and writes it with changes: https://webassembly.github.io/spec/core/binary/

/** Of the types of values and blocks, those that a change needs. */
export const [EMPTY, I32] = [0x40, 0x7f]
/** Of the opcodes, those that a change needs. */
export const [BLOCK, LOOP, IF, ELSE, END, BRANCH, RETURN, CALL, CALL_INDIRECT] = [
  2, 3, 4, 5, 0x0b, 0x0c, 0x0f, 0x10, 0x11,
]
export const [LOCAL_GET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET, I32_LOAD, I32_STORE] = [0x20, 0x22, 0x23, 0x24, 0x28, 0x36]
export const [I32_CONST, I32_EQZ, I32_LE_U, I32_GE_S, I32_ADD, I32_AND] = [0x41, 0x45, 0x4d, 0x4e, 0x6a, 0x71]

const [TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, CODE] = [1, 2, 3, 6, 7, 10]
const [FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND] = [0, 1, 2, 3]

/**
 * The parts of a program. `types` are in hexadecimal; `functions` has the type of each function that isn't imported, by its
 * place, and `bodies` its locals and code; `imported` is how many are imported, which come first where a function's number is
 * meant; `exported` has the number of each export; of `globals`, `address` is set if it is a constant i32.
 */
export function readProgram(program) {
  const reader = new Reader(program)
  reader.bytes(8)
  const sections = new Map()
  while (reader.at < program.length) sections.set(reader.byte(), reader.bytes(reader.number()))
  return {
    sections,
    types: vectorOf(sections.get(TYPE), typeAt),
    imported: vectorOf(sections.get(IMPORT), importAt).filter((kind) => kind === FUNCTION_KIND).length,
    functions: vectorOf(sections.get(FUNCTION), (reader) => reader.number()),
    exported: new Map(vectorOf(sections.get(EXPORT), exportAt)),
    globals: vectorOf(sections.get(GLOBAL), globalAt),
    bodies: vectorOf(sections.get(CODE), (reader) => reader.bytes(reader.number())),
  }
}

/** The program with these functions, bodies and globals (each with its `bytes`) instead. */
export function writeProgram({ sections }, { functions, bodies, globals }) {
  const all = new Map(sections)
    .set(FUNCTION, vector(functions.map(unsigned)))
    .set(GLOBAL, vector(globals.map(({ bytes }) => bytes)))
    .set(CODE, vector(bodies.map((each) => Buffer.concat([Buffer.from(unsigned(each.length)), Buffer.from(each)]))))
  return Buffer.concat([
    Buffer.from([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]),
    ...[...all].flatMap(([id, bytes]) => [Buffer.from([id, ...unsigned(bytes.length)]), bytes]),
  ])
}

/** Whether a body has these bytes, be it as an instruction or as a part of one. */
export function mayHave(body, bytes) {
  return Buffer.from(body).includes(Buffer.from(bytes))
}

/**
 * A body with other instructions in the place of some. `change` gets each instruction's bytes and how many blocks it is in,
 * and returns the bytes for its place or undefined. `frame` gets the code after these changes, in pieces and without the
 * `end` of the body, and returns what takes its place.
 */
export function rewritten(body, change, frame = (code) => code) {
  const reader = new Reader(body)
  vectorHere(reader, () => [reader.number(), reader.byte()])
  const [locals, code] = [body.subarray(0, reader.at), []]
  let kept = reader.at
  let nested = 0
  for (;;) {
    const from = reader.at
    const opcode = passInstruction(reader)
    if (OPENS.has(opcode)) nested += 1
    if (opcode === END || opcode === DELEGATE) nested -= 1
    if (nested < 0) {
      code.push(body.subarray(kept, from))
      return Buffer.concat([locals, ...frame(code).map((each) => Buffer.from(each)), Buffer.from([END])])
    }
    const other = change(body.subarray(from, reader.at), nested)
    if (other === undefined) continue
    code.push(body.subarray(kept, from), other)
    kept = reader.at
  }
}

/** A body with one more i32 among its locals, which begins as 0, and the number of that; `parameters` is how many come before. */
export function withLocal(body, parameters) {
  const reader = new Reader(body)
  const groups = vectorHere(reader, () => [reader.number(), reader.byte()])
  const all = [...groups, [1, I32]].map(([count, type]) => [...unsigned(count), type])
  const local = groups.reduce((sum, [count]) => sum + count, parameters)
  return { body: Buffer.concat([vector(all), body.subarray(reader.at)]), local }
}

const [TRY, DELEGATE] = [0x06, 0x18]
const OPENS = new Set([BLOCK, LOOP, IF, TRY])

/** Reads one instruction; returns its opcode. Throws for those of which it doesn't know how long they are. */
function passInstruction(reader) {
  const opcode = reader.byte()
  const refuse = () => {
    throw new Error(`A program for WebAssembly has an unknown instruction (${opcode})`)
  }
  const numbers = (count = refuse()) => {
    for (let at = 0; at < count; at += 1) reader.number()
  }
  const next = reader.source[reader.at]
  if (OPENS.has(opcode) && LONG_TYPES.has(next)) refuse()
  if (isAccess(opcode) && next >= OTHER_MEMORY) refuse()
  if (opcode === BRANCH_TABLE) numbers(reader.number() + 1)
  else if (opcode === SELECT_TYPED) vectorHere(reader, () => (LONG_TYPES.has(reader.byte()) ? refuse() : null))
  else if (opcode === F32_CONST) reader.bytes(4)
  else if (opcode === F64_CONST) reader.bytes(8)
  else numbers(opcode === MORE ? NUMBERS_OF_MORE[reader.number()] : numbersOf(opcode))
  return opcode
}

function numbersOf(opcode) {
  if (opcode === CALL_INDIRECT || isAccess(opcode)) return 2
  if (OPENS.has(opcode) || ONE_NUMBER.has(opcode)) return 1
  if (ALONE.has(opcode) || (opcode >= 0x45 && opcode <= 0xc4)) return 0
  return undefined
}

/** Whether it reads or writes memory at an address. */
function isAccess(opcode) {
  return opcode >= 0x28 && opcode <= 0x3e
}

/** Types that more bytes follow: references to types of a program's own. */
const LONG_TYPES = new Set([0x63, 0x64])
/** From which on the first number of an access says that the memory's number comes, too. */
const OTHER_MEMORY = 64
const [BRANCH_TABLE, SELECT_TYPED, F32_CONST, F64_CONST, MORE] = [0x0e, 0x1c, 0x43, 0x44, 0xfc]
/** Exceptions, branches, calls, variables, memory, constants. A signed number ends where an unsigned one would. */
const ONE_NUMBER = new Set(
  [
    [0x07, 0x08, 0x09, DELEGATE],
    [BRANCH, 0x0d, CALL],
    [0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26],
    [0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2],
  ].flat(),
)
/** unreachable, nop, else, end, return, catch_all, drop, select, ref.is_null */
const ALONE = new Set([0x00, 0x01, ELSE, END, RETURN, 0x19, 0x1a, 0x1b, 0xd1])
/** By the second number of the instructions that begin with `MORE`: conversions, memory, tables. */
const NUMBERS_OF_MORE = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1]

class Reader {
  constructor(source) {
    this.source = source
    this.at = 0
  }
  byte() {
    return this.source[this.at++]
  }
  number() {
    let number = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      number += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return number
    }
  }
  bytes(length) {
    this.at += length
    return this.source.subarray(this.at - length, this.at)
  }
}

function vectorOf(section, read) {
  return section === undefined ? [] : vectorHere(new Reader(section), read)
}

function vectorHere(reader, read) {
  return Array.from({ length: reader.number() }, () => read(reader))
}

/** In hexadecimal. */
function typeAt(reader) {
  const from = reader.at
  reader.byte()
  reader.bytes(reader.number())
  reader.bytes(reader.number())
  return Buffer.from(reader.source.subarray(from, reader.at)).toString('hex')
}

function importAt(reader) {
  reader.bytes(reader.number())
  reader.bytes(reader.number())
  const kind = reader.byte()
  if (kind === FUNCTION_KIND) reader.number()
  else if (kind === GLOBAL_KIND) reader.bytes(2)
  else if (kind === MEMORY_KIND || kind === TABLE_KIND) {
    if (kind === TABLE_KIND) reader.byte()
    const limited = reader.byte() & 1
    reader.number()
    if (limited) reader.number()
  }
  return kind
}

function exportAt(reader) {
  const name = reader.bytes(reader.number()).toString()
  reader.byte()
  return [name, reader.number()]
}

function globalAt(reader) {
  const from = reader.at
  reader.bytes(2)
  let address
  if (reader.byte() === I32_CONST) address = signed(reader)
  else reader.number()
  if (reader.byte() !== END) throw new Error('A global of a program for WebAssembly is made in an unknown way')
  return { address, bytes: reader.source.subarray(from, reader.at) }
}

function signed(reader) {
  const from = reader.at
  const number = reader.number()
  const bits = 7 * (reader.at - from)
  return (reader.source[reader.at - 1] & 0x40) === 0 ? number : number - 2 ** bits
}

function vector(items) {
  return Buffer.concat([Buffer.from(unsigned(items.length)), ...items.map((item) => Buffer.from(item))])
}

/** `i32.const number` */
export function constant(number) {
  const bytes = [I32_CONST]
  for (let rest = number; ; rest >>= 7) {
    const isLast = (rest >> 6 === 0 && (rest & 0x40) === 0) || (rest >> 6 === -1 && (rest & 0x40) !== 0)
    bytes.push(isLast ? rest & 0x7f : (rest & 0x7f) | 0x80)
    if (isLast) return bytes
  }
}

export function unsigned(number) {
  const bytes = []
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest < 128 ? rest : (rest % 128) | 0x80)
    if (rest < 128) return bytes
  }
}
