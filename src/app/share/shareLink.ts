import { packHash } from '../../workspace/links/packedLink.ts'
import { encodeView, type View } from '../../workspace/view.ts'

/** Where links to this page lead: the address of the page without what is only for a frame. */
function pageAddress(): string {
  return `${window.location.origin}${window.location.pathname}`
}

/** A link to a view, as short as chats and mail programs like it: readable, or packed where that is long. */
export async function linkTo(view: View): Promise<string> {
  return `${pageAddress()}#${await shortHash(pageAddress().length, encodeView(view))}`
}

/** The lines of HTML that put a view into another page. `title` is what screen readers call the frame. */
export async function embedCode(view: View, title: string): Promise<string> {
  const address = `${pageAddress()}?embed=1`
  const link = `${address}#${await shortHash(address.length, encodeView(view))}`
  return `<iframe src="${escaped(link)}" title="${escaped(title)}" width="100%" height="480" style="border:0" loading="lazy"></iframe>`
}

async function shortHash(before: number, hash: string): Promise<string> {
  if (before + hash.length < READABLE_MAX) return hash
  const packed = await packHash(hash)
  return packed.length < hash.length ? packed : hash
}

/** What all programs let through, and people still recognise a query in. */
const READABLE_MAX = 1500

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
