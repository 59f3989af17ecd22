export interface WasmProgram {
  readonly sections: ReadonlyMap<number, Uint8Array>
  readonly types: readonly string[]
  readonly imported: number
  readonly functions: readonly number[]
  readonly exported: ReadonlyMap<string, number>
  readonly globals: readonly { readonly address?: number; readonly bytes: Uint8Array }[]
  readonly bodies: readonly Uint8Array[]
}
export function readProgram(program: Uint8Array): WasmProgram
export function writeProgram(
  read: WasmProgram,
  changed: Pick<WasmProgram, 'functions' | 'bodies' | 'globals'>,
): Uint8Array<ArrayBuffer>
export function withLocal(body: Uint8Array, parameters: number): { readonly body: Uint8Array; readonly local: number }
type Bytes = Uint8Array | readonly number[]
export function rewritten(
  body: Uint8Array,
  change: (instruction: Uint8Array, nested: number) => Bytes | undefined,
  frame?: (code: readonly Bytes[]) => readonly Bytes[],
): Uint8Array
