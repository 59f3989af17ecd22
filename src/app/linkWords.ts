import { appWords } from '../words/en/app.ts'

/** What is said about a link that has been copied. */
export function linkWords(link: string): string {
  return link.length <= LENGTH_MAX ? appWords.linkCopied : appWords.longLinkCopied(link.length)
}

/** What mail programs, chats and servers let through; browsers take more. */
const LENGTH_MAX = 30_000
