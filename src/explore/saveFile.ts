/** Hands a file to the browser to save under that name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Not at once: the browser may read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
