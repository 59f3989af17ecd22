// Makes PostgreSQL's program for WebAssembly interruptible from JavaScript, without shared memory.

/**
 * PostgreSQL checks `InterruptPending` in all its loops and calls `ProcessInterrupts` if it is not 0. In the returned
 * program, `ProcessInterrupts` treats a value above 1 as an index in the function table: every 256th call it asks that
 * function (no parameters, returns an i32) whether to process interrupts, and keeps the value. 0 and 1 work as before.
 * Throws if PGlite's program has changed.
 */
export function interruptible(program) {
  const sections = sectionsOf(program)
  const types = vectorOf(sections.get(TYPE), typeAt)
  const imported = vectorOf(sections.get(IMPORT), importAt).filter((kind) => kind === FUNCTION_KIND).length
  const functions = vectorOf(sections.get(FUNCTION), (reader) => reader.number())
  const exported = new Map(vectorOf(sections.get(EXPORT), exportAt))
  const globals = vectorOf(sections.get(GLOBAL), globalAt)
  const bodies = vectorOf(sections.get(CODE), (reader) => reader.bytes(reader.number()))

  const target = exported.get('ProcessInterrupts')
  const pending = exported.get('InterruptPending')
  const asks = types.indexOf('6000017f')
  if (target === undefined || pending === undefined || asks === -1 || globals[pending]?.address === undefined) {
    throw new Error("PGlite's program has changed: see src/cli/interruptible.mjs.")
  }
  // Additions go at the end, so that no function or global changes its number.
  const original = imported + functions.length
  const counter = globals.length
  const type = functions[target - imported]
  const added = wrapper({ original, counter, asks, pending: globals[pending].address })
  const body = bodies[target - imported]
  bodies[target - imported] = added
  bodies.push(body)
  sections.set(FUNCTION, vector([...functions, type].map(unsigned)))
  sections.set(GLOBAL, vector([...globals.map(({ bytes }) => bytes), [I32, 1, ...constant(0), END]]))
  sections.set(CODE, vector(bodies.map((each) => [...unsigned(each.length), ...each])))
  return Buffer.concat([
    program.subarray(0, 8),
    ...[...sections].flatMap(([id, bytes]) => [Buffer.from([id, ...unsigned(bytes.length)]), bytes]),
  ])
}

/**
 * The new body of `ProcessInterrupts`:
 *
 *     if (InterruptPending <= 1u) return original();
 *     if (++counter & 255) return;
 *     if (table[asked = InterruptPending]()) original();
 *     InterruptPending = asked;
 */
function wrapper({ original, counter, asks, pending }) {
  const address = constant(pending)
  return [
    [1, 1, I32],
    [...address, I32_LOAD, 2, 0, LOCAL_TEE, 0, ...constant(1), I32_LE_U, IF, EMPTY],
    [CALL, ...unsigned(original), RETURN, END],
    [GLOBAL_GET, ...unsigned(counter), ...constant(1), I32_ADD, GLOBAL_SET, ...unsigned(counter)],
    [GLOBAL_GET, ...unsigned(counter), ...constant(255), I32_AND, IF, EMPTY, RETURN, END],
    [LOCAL_GET, 0, CALL_INDIRECT, ...unsigned(asks), 0, IF, EMPTY, CALL, ...unsigned(original), END],
    [...address, LOCAL_GET, 0, I32_STORE, 2, 0],
    [END],
  ].flat()
}

/** Numbers of the binary format: https://webassembly.github.io/spec/core/binary/ */
const [TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, CODE] = [1, 2, 3, 6, 7, 10]
const [FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND] = [0, 1, 2, 3]
const [I32, EMPTY, END, RETURN, IF, CALL, CALL_INDIRECT] = [0x7f, 0x40, 0x0b, 0x0f, 0x04, 0x10, 0x11]
const [LOCAL_GET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET, I32_LOAD, I32_STORE] = [0x20, 0x22, 0x23, 0x24, 0x28, 0x36]
const [I32_CONST, I32_LE_U, I32_ADD, I32_AND] = [0x41, 0x4d, 0x6a, 0x71]

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

/** The sections by number, in order. */
function sectionsOf(program) {
  const reader = new Reader(program)
  reader.bytes(8)
  const sections = new Map()
  while (reader.at < program.length) sections.set(reader.byte(), reader.bytes(reader.number()))
  return sections
}

function vectorOf(section, read) {
  if (section === undefined) return []
  const reader = new Reader(section)
  return Array.from({ length: reader.number() }, () => read(reader))
}

/** In hexadecimal. */
function typeAt(reader) {
  const from = reader.at
  reader.byte()
  reader.bytes(reader.number())
  reader.bytes(reader.number())
  return reader.source.subarray(from, reader.at).toString('hex')
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

/** `address` is set if it is a constant i32. */
function globalAt(reader) {
  const from = reader.at
  reader.bytes(2)
  let address
  if (reader.byte() === I32_CONST) address = signed(reader)
  else reader.number()
  if (reader.byte() !== END) throw new Error("PGlite's program has changed: see src/cli/interruptible.mjs.")
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

function constant(number) {
  const bytes = [I32_CONST]
  for (let rest = number; ; rest >>= 7) {
    const isLast = (rest >> 6 === 0 && (rest & 0x40) === 0) || (rest >> 6 === -1 && (rest & 0x40) !== 0)
    bytes.push(isLast ? rest & 0x7f : (rest & 0x7f) | 0x80)
    if (isLast) return bytes
  }
}

function unsigned(number) {
  const bytes = []
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest < 128 ? rest : (rest % 128) | 0x80)
    if (rest < 128) return bytes
  }
}
