/** What is said of a link that has been copied. */
export function linkWords(link: string): string {
  if (link.length <= LENGTH_MAX) return 'Link copied. It holds the query, not the token.'
  return `Link copied. It is ${link.length.toLocaleString('en')} characters long, which many programs cut: send it as a file.`
}

/** What mail programs, chats and servers let pass; the browser itself takes more. */
const LENGTH_MAX = 30_000
