/** Files on their way to another instance, whose screen takes the place of the one that they were dropped on. */
let carried: readonly File[] = []

/** Keeps the files for the screen that is opened next; none once they are there. */
export function carryFiles(files: readonly File[]): void {
  carried = files
}

/** The files that were carried here, if any. */
export function carriedFiles(): readonly File[] {
  return carried
}
