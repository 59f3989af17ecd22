/** Has the browser save a file under this name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Later, as the browser may read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
