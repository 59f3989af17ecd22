import type { ParserModule } from 'libpg-query/wasm/libpg-query.js'

/** PostgreSQL's own raw syntax tree as JSON, or why there is none. */
export type ParsedSql =
  | { readonly outcome: 'tree'; readonly tree: unknown }
  /** `position`: characters (code points) from 0 before the place of the error, null where PostgreSQL names none. */
  | { readonly outcome: 'syntax error'; readonly message: string; readonly position: number | null }
  /** Nested beyond what the parser's stack takes. */
  | { readonly outcome: 'too deep' }

let loading: Promise<ParserModule> | undefined
let parserModule: (() => Promise<WebAssembly.Module>) | undefined

/** Where no file lies beside the script, as in a browser: `load` gives the compiled module; asked when it is needed. */
export function setParserModule(load: () => Promise<WebAssembly.Module>): void {
  parserModule = load
}

/** One instance for all calls; loaded when the first one comes, so that who never sends SQL never loads it. */
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
 * Parses by PostgreSQL 18's own parser. The text has to be free of NUL (the parser's strings end there) and of half
 * surrogate pairs. Throws only when the parser can't be loaded.
 */
export async function parseSql(sql: string): Promise<ParsedSql> {
  const parser = await loadParser()
  try {
    return parseWith(parser, sql)
  } catch {
    // Out of stack or memory in the middle of C code: its stack pointer and lists are no more to be trusted (measured:
    // after 29 such failures every statement fails), so the next call gets a fresh instance.
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
  // Bison's word for a parser stack of more than 10,000 entries.
  if (message.startsWith('memory exhausted')) return { outcome: 'too deep' }
  const cursor = parser.getValue(error + 16, 'i32')
  return { outcome: 'syntax error', message, position: cursor > 0 ? cursor - 1 : null }
}
