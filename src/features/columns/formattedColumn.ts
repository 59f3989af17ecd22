import type { GridColumn } from '../../grid/columns/useGridColumns.ts'
import { formatFits, formatValue } from '../../grid/cells/formatValue.ts'
import type { FieldKind } from '../../protocol/field.ts'
import type { ColumnFormat } from '../../rows/columnFormat.ts'
import { formatWords } from '../../words/en/columns/formats.ts'

/** The column as the format shows it, which its header says; as it was if the format is for another kind of column. */
export function formattedColumn(column: GridColumn, format: ColumnFormat): GridColumn {
  const { kind, type, note } = column
  if (!formatFits(format, kind)) return column
  const example = formatExample(format, kind)
  return {
    ...column,
    type: `${type}, ${formatWords.shownAs(example)}`,
    note: [note, formatWords.told(example)].filter((line) => line !== undefined).join('\n'),
    shownAs: example,
    face: format.as === 'number' ? 'number' : 'code',
    format: (value) => formatValue(value, kind, format),
  }
}

/** What a value looks like in that format. */
export function formatExample(format: ColumnFormat, kind: FieldKind): string {
  if (format.as === 'date') {
    const [example, of] = kind === 'timestamp' ? ['"2021-03-05T14:30:00"', kind] : ['"2021-03-05"', 'date' as const]
    return formatValue(example, of, format) ?? ''
  }
  const { commaFraction: _, ...shown } = format
  return formatValue(format.percent === true ? '0.12345' : '1234567.891', 'numeric', shown) ?? ''
}
