import { crc32c } from './crc32c.ts'

/** Where PostgreSQL's control file is. */
export const CONTROL = 'global/pg_control'

// Where its parts are in PostgreSQL 18; all numbers have their lowest byte first.
const SYSTEM_AT = 0
const STATE_AT = 16
const CHECKPOINT_AT = 32
const COPY_AT = 40
const SUM_AT = 292

/** How many bytes a checkpoint's data has, in the control file and in the log. */
export const CHECKPOINT_BYTES = 88

const SHUT_DOWN = 1
const IN_PRODUCTION = 6

/** Whether it is as PostgreSQL wrote it. */
export function isWholeControl(bytes: Uint8Array): boolean {
  return bytes.length > SUM_AT + 4 && crc32c(bytes.subarray(0, SUM_AT)) === viewOf(bytes).getUint32(SUM_AT, true)
}

/** The number of the database system that it belongs to. */
export function systemOf(control: Uint8Array): bigint {
  return viewOf(control).getBigUint64(SYSTEM_AT, true)
}

/** The last checkpoint's data. */
export function checkpointIn(control: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return control.slice(COPY_AT, COPY_AT + CHECKPOINT_BYTES)
}

export interface ControlState {
  /** Where in the log the last checkpoint is, and its data. */
  readonly at: bigint
  readonly data: Uint8Array
  readonly system: bigint
  /** False: PostgreSQL recovers from the log what came after the checkpoint. */
  readonly isShutDown: boolean
}

/** A control file like the given one that says this. */
export function controlFile(
  model: Uint8Array<ArrayBuffer>,
  { at, data, system, isShutDown }: ControlState,
): Uint8Array<ArrayBuffer> {
  const bytes = model.slice()
  const view = viewOf(bytes)
  view.setBigUint64(SYSTEM_AT, system, true)
  view.setUint32(STATE_AT, isShutDown ? SHUT_DOWN : IN_PRODUCTION, true)
  view.setBigUint64(CHECKPOINT_AT, at, true)
  bytes.set(data, COPY_AT)
  view.setUint32(SUM_AT, crc32c(bytes.subarray(0, SUM_AT)), true)
  return bytes
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
