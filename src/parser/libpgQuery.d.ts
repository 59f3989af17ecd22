/** The parser's WebAssembly module itself: the package's own index keeps one instance for ever, also a broken one. */
declare module 'libpg-query/wasm/libpg-query.js' {
  export interface ParserModule {
    readonly lengthBytesUTF8: (text: string) => number
    readonly stringToUTF8: (text: string, pointer: number, bytes: number) => void
    readonly UTF8ToString: (pointer: number) => string
    readonly getValue: (pointer: number, type: 'i32') => number
    readonly _malloc: (bytes: number) => number
    readonly _free: (pointer: number) => void
    /** Pointer to `{ char *tree; char *warnings; Error *error }`, where `Error` is `{ char *message, *function, *file; int line, cursor }`. */
    readonly _wasm_parse_query_raw: (text: number) => number
    readonly _wasm_free_parse_result: (result: number) => void
  }
  export interface ParserOptions {
    /** Emscripten's way to give a module of one's own. */
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object
  }
  const createParser: (options?: ParserOptions) => Promise<ParserModule>
  export { createParser as default }
}
