import { copyText } from '../ui/browser/copyText.ts'
import { linkWords } from './linkWords.ts'

/** Copies a link; gives what is said about it, or null if the browser refuses. */
export async function copyLink(link: string): Promise<string | null> {
  return (await copyText(link)) ? linkWords(link) : null
}
