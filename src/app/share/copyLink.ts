import { copyText } from '../../ui/browser/copyText.ts'
import { embedWords } from '../../words/en/embed.ts'
import type { View } from '../../workspace/view.ts'
import { linkWords } from '../linkWords.ts'
import { embedCode, linkTo } from './shareLink.ts'

/** Copies a link to a view; gives what is said about it, or null if the browser refuses. */
export async function copyLink(view: View): Promise<string | null> {
  const link = await linkTo(view)
  return (await copyText(link)) ? linkWords(link) : null
}

/** Copies the code that puts a view into a page, and gives what is said about it. */
export async function copyEmbedCode(view: View, title: string): Promise<string> {
  return (await copyText(await embedCode(view, title))) ? embedWords.copied : embedWords.notCopied
}
