export function interruptible(program: Uint8Array): Uint8Array<ArrayBuffer>
