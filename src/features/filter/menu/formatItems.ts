import type { FieldKind } from '../../../protocol/field.ts'
import { DATE_STYLES, type ColumnFormat, type DateFormat, type NumberFormat } from '../../../rows/columnFormat.ts'
import type { MenuItem } from '../../../ui/floating/Menu.tsx'
import { formatWords } from '../../../words/en/columns/formats.ts'
import { formatExample } from '../../columns/formattedColumn.ts'

/** The formats that a column of that kind can be shown in; none for kinds that have none. */
export function formatItems(
  kind: FieldKind,
  format: ColumnFormat | undefined,
  onFormat: (format: ColumnFormat | null) => void,
): readonly (readonly MenuItem[])[] {
  const asSent = item('sent', formatWords.asSent, format === undefined, () => onFormat(null))
  if (kind === 'integer' || kind === 'numeric') {
    const now = format?.as === 'number' ? format : NUMBER
    return [[asSent], ...numberItems(now, onFormat)]
  }
  if (kind === 'date' || kind === 'timestamp') return [[asSent], dateItems(kind, format, { as: 'date' }, onFormat)]
  if (kind !== 'text') return []
  const read = readings(format, onFormat)
  if (format === undefined) return [[asSent], read]
  if (format.as === 'number') return [[asSent], read, ...numberItems(format, onFormat)]
  const { style: _, ...reading } = format
  return [[asSent], read, dateItems('date', format, reading, onFormat)]
}

const NUMBER: NumberFormat = { as: 'number' }
const MOST_LISTED = 4

function readings(format: ColumnFormat | undefined, onFormat: (format: ColumnFormat) => void): readonly MenuItem[] {
  const isNumber = format?.as === 'number'
  const isDate = format?.as === 'date'
  const comma = isNumber && format.commaFraction === true
  const monthFirst = isDate && format.monthFirst === true
  const choose = (next: ColumnFormat) => () => onFormat(next)
  return [
    item('point', formatWords.numbers('1,234.5'), isNumber && !comma, choose(NUMBER)),
    item('comma', formatWords.numbers('1.234,5'), comma, choose({ ...NUMBER, commaFraction: true })),
    item('day', formatWords.dayFirst('31/12/2021'), isDate && !monthFirst, choose({ as: 'date', style: 'iso' })),
    item(
      'month',
      formatWords.monthFirst('12/31/2021'),
      monthFirst,
      choose({ as: 'date', style: 'iso', monthFirst: true }),
    ),
  ]
}

function numberItems(
  now: NumberFormat,
  onFormat: (format: ColumnFormat | null) => void,
): readonly (readonly MenuItem[])[] {
  const { thousands, percent, decimals: _, ...rest } = now
  const kept = { ...(thousands && { thousands }), ...(percent && { percent }) }
  const all: NumberFormat = { ...rest, ...kept }
  const choose = (next: NumberFormat) => onFormat(Object.keys(next).length === 1 ? null : next)
  const toggled = (name: 'thousands' | 'percent') => {
    const { [name]: isOn, ...others } = now
    return isOn === true ? others : { ...now, [name]: true as const }
  }
  const rounded = Array.from({ length: MOST_LISTED + 1 }, (_, decimals) => {
    const next = { ...all, decimals }
    const title = formatWords.decimals(formatExample(next, 'numeric'))
    return item(`decimals${decimals}`, title, now.decimals === decimals, () => choose(next))
  })
  return [
    [
      item('thousands', formatWords.thousands('1,234,567'), thousands === true, () => choose(toggled('thousands'))),
      item('percent', formatWords.percent('12.3\u00a0%'), percent === true, () => choose(toggled('percent'))),
    ],
    [item('all', formatWords.allDecimals, now.decimals === undefined, () => choose(all)), ...rounded],
  ]
}

function dateItems(
  kind: 'date' | 'timestamp',
  format: ColumnFormat | undefined,
  reading: Omit<DateFormat, 'style'>,
  onFormat: (format: ColumnFormat) => void,
): readonly MenuItem[] {
  const now = format?.as === 'date' ? format.style : null
  return DATE_STYLES.map((style) => {
    const next = { ...reading, style }
    return item(style, formatExample(next, kind), now === style, () => onFormat(next))
  })
}

function item(id: string, title: string, checked: boolean, onChoose: () => void): MenuItem {
  return { id, title, checked, onChoose }
}
