/** A file on its way to another instance, whose screen takes the place of the one that it was dropped on. */
let carried: File | null = null

/** Keeps the file for the screen that is opened next; null once it is there. */
export function carryFile(file: File | null): void {
  carried = file
}

/** The file that was carried here, if any. */
export function carriedFile(): File | null {
  return carried
}
