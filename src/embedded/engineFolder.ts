/** Where the engine's files are, absolute, with a slash at the end. */
export function engineFolder(): string {
  return new URL('engine/', document.baseURI).href
}
