/**
 * A text with its accents as they are given, composed (`ö` as one character) and decomposed (`o` and a mark): they look the
 * same, and PostgreSQL tells them apart. One text if it has no such letters.
 */
export function letterForms(text: string): readonly string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]
}

/** Whether accents of the text stand apart from their letters. */
export function isDecomposed(text: string): boolean {
  return text !== text.normalize('NFC') && text === text.normalize('NFD')
}

/** Whether two texts look the same, however their accents are written. */
export function looksSame(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC')
}
