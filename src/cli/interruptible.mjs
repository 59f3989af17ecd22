// Makes PostgreSQL's program for WebAssembly interruptible from JavaScript, without shared memory, and its stack guarded.

/**
 * PostgreSQL checks `InterruptPending` in all its loops and calls `ProcessInterrupts` if it is not 0. In the returned
 * program, a value above 1 is the index of a function in the function table (it takes and returns an i32), and 0 and 1 work
 * as before:
 *
 * - every 256th call of `ProcessInterrupts` asks that function, with 0, whether to process interrupts, and keeps the value;
 * - every 16th check of the depth of the stack asks it, with 1, whether the stack is too deep, if PostgreSQL's own check found
 *   room and many functions that check are within each other; of the checks of regular expressions, every 64th asks. PostgreSQL measures the stack in linear memory, which a
 *   recursion through JSON hardly uses; the one that runs out is the engine's, and that can only be seen from JavaScript.
 *
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

  const process = exported.get('ProcessInterrupts')
  const check = exported.get('check_stack_depth')
  const loop = exported.get('PostgresMainLoopOnce')
  const stackPointer = exported.get('__stack_pointer')
  const pending = globals[exported.get('InterruptPending')]?.address
  const asks = types.indexOf('60017f017f')
  const gives = types.indexOf('6000017f')
  // `stack_is_too_deep` isn't exported; it comes next, and reads two of the variables that the check reads.
  const isTooDeep = check + 1
  const [read, readNext] = [check, isTooDeep].map((place) => loadsOf(bodies[place - imported] ?? []))
  const allChecking = [...functions.keys()].filter((place) => calls(bodies[place], check))
  // `ExecInterpExpr` isn't exported either: it is the longest of those with its type. It runs for each record, so counting it
  // made scans 2 to 8 % slower (measured). It checks only before a subplan, and what runs that is counted.
  const alike = allChecking.filter((place) => types[functions[place]] === EVALUATION)
  const perRecord = alike.toSorted((a, b) => bodies[b].length - bodies[a].length)[0]
  const checking = allChecking.filter((place) => place !== perRecord)
  if (
    [process, check, loop, stackPointer, pending, perRecord].includes(undefined) ||
    checking.length < 100 ||
    [asks, gives].includes(-1) ||
    types[functions[isTooDeep - imported]] !== types[gives] ||
    readNext.length !== 2 ||
    !readNext.every((load) => read.includes(load))
  ) {
    throw new Error("PGlite's program has changed: see src/cli/interruptible.mjs.")
  }
  // Additions go at the end, so that no function or global changes its number.
  const [asked, checked, depth] = [0, 1, 2].map((place) => globals.length + place)
  const more = []
  const add = (type, body) => {
    more.push({ type, body })
    return imported + functions.length + more.length - 1
  }
  const replace = (target, wrapper) => {
    const original = add(functions[target - imported], bodies[target - imported])
    bodies[target - imported] = wrapper(original)
  }
  replace(process, (original) => interruptsWrapper({ original, counter: asked, asks, pending }))
  const isFull = (rarely) => add(gives, stackQuestion({ rarely, asks, pending }))
  const isStackFull = isFull([
    [GLOBAL_GET, ...unsigned(depth), ...constant(50), I32_LT_S, IF, EMPTY, ...constant(0), RETURN, END],
    counted(checked, 15),
  ])
  replace(check, (original) => checkWrapper({ original, isStackFull, stackPointer }))
  // Regular expressions call it through a pointer, thousands of times without getting any deeper.
  const isFullSometimes = isFull([counted(checked, 63)])
  replace(isTooDeep, (original) => tooDeepWrapper({ original, isStackFull: isFullSometimes }))
  for (const place of checking) {
    const parameters = Number.parseInt(types[functions[place]].slice(2, 4), 16)
    replace(imported + place, (original) => checkingWrapper({ original, parameters, depth }))
  }
  replace(loop, (original) => [0, ...constant(0), GLOBAL_SET, ...unsigned(depth), CALL, ...unsigned(original), END])
  const counter = [I32, 1, ...constant(0), END]
  sections.set(FUNCTION, vector([...functions, ...more.map(({ type }) => type)].map(unsigned)))
  sections.set(GLOBAL, vector([...globals.map(({ bytes }) => bytes), counter, counter, counter]))
  const all = [...bodies, ...more.map(({ body }) => body)]
  sections.set(CODE, vector(all.map((each) => [...unsigned(each.length), ...each])))
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
 *     if (table[asked = InterruptPending](0)) original();
 *     InterruptPending = asked;
 */
function interruptsWrapper({ original, counter, asks, pending }) {
  const address = constant(pending)
  return [
    [1, 1, I32],
    [...address, I32_LOAD, 2, 0, LOCAL_TEE, 0, ...constant(1), I32_LE_U, IF, EMPTY],
    [CALL, ...unsigned(original), RETURN, END],
    [...counted(counter, 255), IF, EMPTY, RETURN, END],
    [...constant(0), LOCAL_GET, 0, CALL_INDIRECT, ...unsigned(asks), 0, IF, EMPTY, CALL, ...unsigned(original), END],
    [...address, LOCAL_GET, 0, I32_STORE, 2, 0],
    [END],
  ].flat()
}

/**
 * A new function, whether JavaScript says that the stack is full; `rarely` is code that leaves 0 if it is to be asked:
 *
 *     if (InterruptPending <= 1u || rarely) return 0;
 *     return table[InterruptPending](1);
 */
function stackQuestion({ rarely, asks, pending }) {
  return [
    [1, 1, I32],
    [...constant(pending), I32_LOAD, 2, 0, LOCAL_TEE, 0, ...constant(1), I32_LE_U, IF, EMPTY],
    [...constant(0), RETURN, END],
    ...rarely,
    [IF, EMPTY, ...constant(0), RETURN, END],
    [...constant(1), LOCAL_GET, 0, CALL_INDIRECT, ...unsigned(asks), 0],
    [END],
  ].flat()
}

/**
 * The new body of `check_stack_depth`, which reports the error if the stack is too deep:
 *
 *     original();
 *     if (isStackFull()) { stackPointer -= SHIFT; original(); stackPointer += SHIFT; }
 */
function checkWrapper({ original, isStackFull, stackPointer }) {
  const shift = (by) => added(stackPointer, by)
  return [
    [0, CALL, ...unsigned(original), CALL, ...unsigned(isStackFull), IF, EMPTY],
    [...shift(-SHIFT), CALL, ...unsigned(original), ...shift(SHIFT), END],
    [END],
  ].flat()
}

/** The new body of `stack_is_too_deep`: `return original() ? 1 : isStackFull()`. */
function tooDeepWrapper({ original, isStackFull }) {
  const [question, answer] = [original, isStackFull].map((each) => [CALL, ...unsigned(each)])
  return [0, ...question, IF, I32, ...constant(1), ELSE, ...answer, END, END]
}

/**
 * The new body of a function that checks the stack: `depth += 1; result = original(…); depth -= 1; return result`. After an
 * error, which jumps out of it, `depth` is too high until the next message: that only costs more questions.
 */
function checkingWrapper({ original, parameters, depth }) {
  const count = (by) => added(depth, by)
  const passed = Array.from({ length: parameters }, (_, place) => [LOCAL_GET, ...unsigned(place)]).flat()
  return [0, ...count(1), ...passed, CALL, ...unsigned(original), ...count(-1), END]
}

/** The type of `Datum ExecInterpExpr(ExprState *, ExprContext *, bool *)`. */
const EVALUATION = '60037f7f7f017f'

/** Whether a body calls a function. It may say so of a few that don't, since it looks at bytes alone. */
function calls(body, target) {
  return Buffer.from(body).includes(Buffer.from([CALL, ...unsigned(target)]))
}

/** More than `max_stack_depth`, and within the 8 MB of the stack: the original then finds it too deep, and has room to say so. */
const SHIFT = 3 * 1024 * 1024

/** `global += by` */
function added(global, by) {
  return [GLOBAL_GET, ...unsigned(global), ...constant(by), I32_ADD, GLOBAL_SET, ...unsigned(global)]
}

/** `++counter & mask` */
function counted(counter, mask) {
  return [...added(counter, 1), GLOBAL_GET, ...unsigned(counter), ...constant(mask), I32_AND]
}

/** The numbers that a body loads from constant addresses, as the bytes that do. Good enough for bodies without other constants. */
function loadsOf(body) {
  const loads = /41((?:[89a-f][0-9a-f])+[0-7][0-9a-f])280200/g
  return [...new Set(Array.from(Buffer.from(body).toString('hex').matchAll(loads), ([, address]) => address))]
}

/** Numbers of the binary format: https://webassembly.github.io/spec/core/binary/ */
const [TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, CODE] = [1, 2, 3, 6, 7, 10]
const [FUNCTION_KIND, TABLE_KIND, MEMORY_KIND, GLOBAL_KIND] = [0, 1, 2, 3]
const [I32, EMPTY, END, RETURN, IF, ELSE, CALL, CALL_INDIRECT] = [0x7f, 0x40, 0x0b, 0x0f, 0x04, 0x05, 0x10, 0x11]
const [LOCAL_GET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET, I32_LOAD, I32_STORE] = [0x20, 0x22, 0x23, 0x24, 0x28, 0x36]
const [I32_CONST, I32_LT_S, I32_LE_U, I32_ADD, I32_AND] = [0x41, 0x48, 0x4d, 0x6a, 0x71]

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
