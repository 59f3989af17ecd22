import parserAddress from 'libpg-query/wasm/libpg-query.wasm?url'
import { loadParserFrom } from '../../parser/parseSql.ts'

/** Has the parser's WebAssembly loaded from beside the page when it is first needed; the package looks elsewhere. */
export function prepareParser(): void {
  loadParserFrom(parserAddress)
}
