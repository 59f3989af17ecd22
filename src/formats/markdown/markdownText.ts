/** A text for a cell of GitHub's Markdown, to read as it is: its signs are escaped, line ends are `<br>`. */
export function markdownText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\|`*[\]~]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/\r\n|\n|\r/g, (end) => (end === '\n' ? '<br>' : end === '\r' ? '&#13;' : '&#13;<br>'))
    .replaceAll('\t', '&#9;')
    .replaceAll(/^ +| +$/g, (blanks) => '&#32;'.repeat(blanks.length))
}

/** One line of a table, its cells already escaped. */
export function markdownLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
