/** The rows of a CSV text by RFC 4180 (either line ending; quotes may hold commas, line ends and doubled quotes). */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let field: string
    if (text[at] === '"') {
      let end = at + 1
      field = ''
      for (;;) {
        const quote = text.indexOf('"', end)
        if (quote === -1) throw new SyntaxError('A quote is not closed')
        field += text.slice(end, quote)
        end = quote + 1
        if (text[end] !== '"') break
        field += '"'
        end += 1
      }
      at = end
    } else {
      END.lastIndex = at
      const end = END.test(text) ? END.lastIndex - 1 : text.length
      field = text.slice(at, end)
      at = end
    }
    row.push(field)
    if (text[at] === ',') {
      at += 1
      if (at < text.length) continue
      row.push('')
    } else if (text.startsWith('\r\n', at)) at += 2
    else at += 1
    rows.push(row)
    row = []
  }
  return rows
}

const END = /[,\r\n]/g
