// Makes PostgreSQL's program for WebAssembly interruptible from JavaScript, without shared memory, and its stack guarded.
import {
  BLOCK,
  BRANCH,
  CALL,
  CALL_INDIRECT,
  constant,
  ELSE,
  EMPTY,
  END,
  GLOBAL_GET,
  GLOBAL_SET,
  I32,
  I32_ADD,
  I32_AND,
  I32_EQZ,
  I32_GE_S,
  I32_LE_U,
  I32_LOAD,
  I32_STORE,
  IF,
  LOCAL_GET,
  LOCAL_TEE,
  LOOP,
  mayHave,
  readProgram,
  RETURN,
  rewritten,
  unsigned,
  withLocal,
  writeProgram,
} from './wasmProgram.mjs'

/**
 * PostgreSQL checks `InterruptPending` in all its loops and calls `ProcessInterrupts` if it is not 0. In the returned
 * program, a value above 1 is the index of a function in the function table (it takes and returns an i32):
 *
 * - every 256th call of `ProcessInterrupts` asks that function, with 0, whether to process interrupts, and keeps the value;
 *   so do checks of the depth of the stack, and the loops of functions of types and of text search, which PostgreSQL doesn't
 *   let be ended: `strpos` and `btrim` take hours if both texts are long, and so do polygons, arrays, bits and ranks. Of a
 *   loop's rounds every 16th counts, in a local, as a global made scans 3 to 5 % slower (measured);
 * - every 16th check of the depth of the stack asks it, with 1, whether the stack is too deep, if PostgreSQL's own check found
 *   room and many functions that check are within each other; of the checks of regular expressions, every 64th asks. PostgreSQL
 *   measures the stack in linear memory, which a recursion through JSON hardly uses; the one that runs out is the engine's,
 *   and that can only be seen from JavaScript.
 *
 * With 0 and 1 it works as before, but that 1 may be noticed 255 checks later. What counts the calls of `ProcessInterrupts` is
 * written in place of them: calls of a function that only counts made scans 3 to 5 % slower. What comes after a check of the
 * depth is in the check: in place of its calls it made the loops around them slower, and `LIKE` by 5 % (both measured).
 *
 * Throws if PGlite's program has changed.
 */
export function interruptible(program) {
  const read = readProgram(program)
  const { types, imported, functions, exported, globals } = read
  const bodies = [...read.bodies]

  const [process, check, loop, stackPointer, pendingGlobal] = [
    'ProcessInterrupts',
    'check_stack_depth',
    'PostgresMainLoopOnce',
    '__stack_pointer',
    'InterruptPending',
  ].map((name) => exported.get(name) ?? refuse())
  const lasting = LASTING.map((names) => names.map((name) => (exported.get(name) ?? refuse()) - imported))
  const pending = globals[pendingGlobal]?.address ?? refuse()
  const [asks, gives, does] = ['60017f017f', '6000017f', '600000'].map((type) => types.indexOf(type))
  // `stack_is_too_deep` isn't exported; it comes next, and reads two of the variables that the check reads.
  const isTooDeep = check + 1
  const [loads, nextLoads] = [check, isTooDeep].map((place) => loadsOf(bodies[place - imported] ?? []))
  const [checks, processes] = [check, process].map((target) => [CALL, ...unsigned(target)])
  const allChecking = [...functions.keys()].filter((place) => mayHave(bodies[place], checks))
  // `ExecInterpExpr` isn't exported either: it is the longest of those with its type. It runs for each record, so counting it
  // made scans 2 to 8 % slower (measured). It checks only before a subplan, and what runs that is counted.
  const alike = allChecking.filter((place) => types[functions[place]] === EVALUATION)
  const perRecord = alike.toSorted((a, b) => bodies[b].length - bodies[a].length)[0]
  const checking = new Set(allChecking.filter((place) => place !== perRecord))
  if (
    checking.size < 100 ||
    perRecord === undefined ||
    [asks, gives, does].includes(-1) ||
    types[functions[isTooDeep - imported]] !== types[gives] ||
    nextLoads.length !== 2 ||
    !nextLoads.every((load) => loads.includes(load))
  ) {
    refuse()
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
  const guarded = { asks, pending }
  const isFull = add(gives, stackQuestion({ counter: checked, mask: 15, ...guarded }))
  const checkBody = bodies[check - imported]
  const originalCheck = add(does, checkBody)
  const checkFurther = add(does, furtherCheck({ original: originalCheck, isFull, stackPointer }))
  const originalProcess = add(does, bodies[process - imported])
  const ask = add(does, interruptsQuestion({ original: originalProcess, ...guarded }))

  const isDeep = [GLOBAL_GET, ...unsigned(depth), ...constant(50), I32_GE_S]
  const asking = (mask) => [...counted(asked, mask), I32_EQZ, IF, EMPTY, CALL, ...unsigned(ask), END]
  const processing = asking(255)
  const deepening = [...isDeep, IF, EMPTY, CALL, ...unsigned(checkFurther), END]
  const call = Buffer.from(processes)
  const change = (instruction) => (call.equals(instruction) ? processing : undefined)
  for (const [place, body] of bodies.entries()) {
    const isEnded = mayHave(body, processes) || mayHave(body, checks)
    const isLasting = lasting.some(([from, to]) => place >= from && place < to)
    if (!isEnded && !isLasting) continue
    const type = types[functions[place]]
    if (!isEnded) bodies[place] = countingRounds(body, type, asking(15))
    else bodies[place] = checking.has(place) ? counting(body, { change, type, depth }) : rewritten(body, change)
  }
  // What calls it through a pointer or from outside the program, such as PL/pgSQL, does the same.
  bodies[process - imported] = [0, ...processing, END]
  bodies[check - imported] = rewritten(checkBody, leaving, (code) => [
    [BLOCK, EMPTY],
    ...code,
    [END],
    deepening,
    processing,
  ])
  // Regular expressions call it through a pointer, thousands of times without getting any deeper.
  const isFullSometimes = add(gives, stackQuestion({ counter: checked, mask: 63, ...guarded }))
  replace(isTooDeep, (original) => tooDeepWrapper({ original, isFull: isFullSometimes }))
  replace(loop, (original) => [0, ...constant(0), GLOBAL_SET, ...unsigned(depth), CALL, ...unsigned(original), END])
  const counter = { bytes: [I32, 1, ...constant(0), END] }
  return writeProgram(read, {
    functions: [...functions, ...more.map(({ type }) => type)],
    bodies: [...bodies, ...more.map(({ body }) => body)],
    globals: [...globals, counter, counter, counter],
  })
}

function refuse() {
  throw new Error("PGlite's program has changed: see src/cli/interruptible.mjs.")
}

/**
 * A new function, which processes interrupts if JavaScript says so:
 *
 *     if (InterruptPending <= 1u) return original();
 *     if (table[asked = InterruptPending](0)) original();
 *     InterruptPending = asked;
 */
function interruptsQuestion({ original, asks, pending }) {
  const address = constant(pending)
  return [
    [1, 1, I32],
    [...address, I32_LOAD, 2, 0, LOCAL_TEE, 0, ...constant(1), I32_LE_U, IF, EMPTY],
    [CALL, ...unsigned(original), RETURN, END],
    [...constant(0), LOCAL_GET, 0, CALL_INDIRECT, ...unsigned(asks), 0, IF, EMPTY, CALL, ...unsigned(original), END],
    [...address, LOCAL_GET, 0, I32_STORE, 2, 0],
    [END],
  ].flat()
}

/**
 * A new function, whether JavaScript says that the stack is full:
 *
 *     if (InterruptPending <= 1u || ++counter & mask) return 0;
 *     return table[InterruptPending](1);
 */
function stackQuestion({ counter, mask, asks, pending }) {
  const no = [IF, EMPTY, ...constant(0), RETURN, END]
  return [
    [1, 1, I32],
    [...constant(pending), I32_LOAD, 2, 0, LOCAL_TEE, 0, ...constant(1), I32_LE_U, ...no],
    [...counted(counter, mask), ...no],
    [...constant(1), LOCAL_GET, 0, CALL_INDIRECT, ...unsigned(asks), 0],
    [END],
  ].flat()
}

/**
 * A new function, which reports PostgreSQL's error if the stack is too deep:
 *
 *     if (isFull()) { stackPointer -= SHIFT; original(); stackPointer += SHIFT; }
 */
function furtherCheck({ original, isFull, stackPointer }) {
  const shift = (by) => added(stackPointer, by)
  return [
    [0, CALL, ...unsigned(isFull), IF, EMPTY],
    [...shift(-SHIFT), CALL, ...unsigned(original), ...shift(SHIFT), END],
    [END],
  ].flat()
}

/** The new body of `stack_is_too_deep`: `return original() ? 1 : isFull()`. */
function tooDeepWrapper({ original, isFull }) {
  const [question, answer] = [original, isFull].map((each) => [CALL, ...unsigned(each)])
  return [0, ...question, IF, I32, ...constant(1), ELSE, ...answer, END, END]
}

/**
 * The body of a function that checks the stack, within `depth += 1` and `depth -= 1`; it returns by leaving the block between
 * them. After an error, which jumps out of it, `depth` is too high until the next message: that only costs more questions.
 */
function counting(body, { change, type, depth }) {
  const parameters = parametersOf(type)
  const [count, result] = Buffer.from(type.slice(4 + 2 * parameters), 'hex')
  if (count > 1) refuse()
  const block = [BLOCK, count === 0 ? EMPTY : result]
  return rewritten(
    body,
    (instruction, nested) => leaving(instruction, nested) ?? change(instruction),
    (code) => [added(depth, 1), block, ...code, [END], added(depth, -1)],
  )
}

/** Leaves the block around a body instead of returning. */
function leaving(instruction, nested) {
  return instruction[0] === RETURN ? [BRANCH, ...unsigned(nested)] : undefined
}

/** The body of a function that asks in every 16th round of its loops. */
function countingRounds(body, type, asking) {
  const { body: counts, local } = withLocal(body, parametersOf(type))
  const place = unsigned(local)
  const round = [LOCAL_GET, ...place, ...constant(1), I32_ADD, LOCAL_TEE, ...place, ...constant(15), I32_AND]
  return rewritten(counts, (instruction) =>
    instruction[0] === LOOP ? [...instruction, ...round, I32_EQZ, IF, EMPTY, ...asking, END] : undefined,
  )
}

/** How many parameters a function of that type has. */
function parametersOf(type) {
  return Number.parseInt(type.slice(2, 4), 16)
}

/**
 * Of each folder of PostgreSQL's sources with such loops, in whose order the functions are: an exported function at its
 * begin, and the first one after it. `tsearch` and `utils/adt`.
 */
const LASTING = [
  ['to_tsvector_byid', 'pgstat_progress_update_param'],
  ['has_privs_of_role', 'CreateCacheMemoryContext'],
]

/** The type of `Datum ExecInterpExpr(ExprState *, ExprContext *, bool *)`. */
const EVALUATION = '60037f7f7f017f'

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
