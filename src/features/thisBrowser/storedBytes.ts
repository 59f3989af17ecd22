/**
 * How many bytes the page's origin stores; null if the browser doesn't say. Of open files Chromium counts all that it has
 * reserved for them, often many times their size, so there their sizes are added up.
 */
export async function storedBytes(): Promise<number | null> {
  if (!('storage' in navigator)) return null
  try {
    const { usage, usageDetails }: Estimate = await navigator.storage.estimate()
    if (usage === undefined || usageDetails?.fileSystem === undefined) return usage ?? null
    return usage - usageDetails.fileSystem + (await bytesIn(await navigator.storage.getDirectory()))
  } catch {
    return null
  }
}

/** Chromium's has more than the standard. */
interface Estimate extends StorageEstimate {
  readonly usageDetails?: { readonly fileSystem?: number }
}

async function bytesIn(folder: FileSystemDirectoryHandle): Promise<number> {
  const sizes: Promise<number>[] = []
  for await (const handle of folder.values()) {
    // A file may go meanwhile.
    if (handle instanceof FileSystemDirectoryHandle) sizes.push(bytesIn(handle))
    else
      sizes.push(
        handle.getFile().then(
          ({ size }) => size,
          () => 0,
        ),
      )
  }
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}
