import type { ParserModule } from 'libpg-query/wasm/libpg-query.js'

/** PostgreSQL's raw syntax tree as JSON, or why there is none. */
export type ParsedSql =
  | { readonly outcome: 'tree'; readonly tree: unknown }
  /** `position`: the error's place in characters (code points) from 0; null if PostgreSQL names none. */
  | { readonly outcome: 'syntax error'; readonly message: string; readonly position: number | null }
  /** Nested too deeply for the parser's stack. */
  | { readonly outcome: 'too deep' }

let loading: Promise<ParserModule> | undefined
let parserModule: (() => Promise<WebAssembly.Module>) | undefined

/** For places without files, such as browsers: `load` gives the compiled module when it is first needed. */
export function setParserModule(load: () => Promise<WebAssembly.Module>): void {
  parserModule = load
}

/** For pages and their workers: the compiled module comes from this address when it is first needed. */
export function loadParserFrom(address: string): void {
  setParserModule(async () => {
    const response = await fetch(address)
    return WebAssembly.compile(await response.arrayBuffer())
  })
}

/** One instance for all calls, loaded by the first: a user who never sends SQL never loads it. */
function loadParser(): Promise<ParserModule> {
  loading ??= startParser()
  loading.catch(dropParser)
  return loading
}

async function startParser(): Promise<ParserModule> {
  const module = await parserModule?.()
  const library = await import('libpg-query/wasm/libpg-query.js')
  if (module === undefined) return library.default()
  return library.default({
    instantiateWasm(imports, done) {
      done(new WebAssembly.Instance(module, imports), module)
      return {}
    },
  })
}

function dropParser(): void {
  loading = undefined
}

/**
 * Parses with PostgreSQL 18's own parser. The text must have no NUL (which ends the parser's strings) and no lone
 * surrogates. Throws only if the parser can't be loaded.
 */
export async function parseSql(sql: string): Promise<ParsedSql> {
  const parser = await loadParser()
  try {
    return parseWith(parser, sql)
  } catch {
    // Out of stack or memory inside C code: the instance can't be trusted any more (measured: after 29 such failures every
    // statement fails), so the next call gets a new one.
    dropParser()
    return { outcome: 'too deep' }
  }
}

function parseWith(parser: ParserModule, sql: string): ParsedSql {
  const { _malloc: allocate, _free: free, _wasm_parse_query_raw: parse, _wasm_free_parse_result: freeResult } = parser
  const size = parser.lengthBytesUTF8(sql) + 1
  const text = allocate(size)
  parser.stringToUTF8(sql, text, size)
  const result = parse(text)
  const parsed = readResult(parser, result)
  freeResult(result)
  free(text)
  return parsed
}

function readResult(parser: ParserModule, result: number): ParsedSql {
  const error = parser.getValue(result + 8, 'i32')
  if (error === 0) {
    const tree: unknown = JSON.parse(parser.UTF8ToString(parser.getValue(result, 'i32')))
    return { outcome: 'tree', tree }
  }
  const message = parser.UTF8ToString(parser.getValue(error, 'i32'))
  // Bison's message when the parser stack has more than 10,000 entries.
  if (message.startsWith('memory exhausted')) return { outcome: 'too deep' }
  const cursor = parser.getValue(error + 16, 'i32')
  return { outcome: 'syntax error', message, position: cursor > 0 ? cursor - 1 : null }
}
