import { formatOf, type ColumnFormat } from './columnFormat.ts'

/**
 * How the columns of a result are laid out, by column id; what is absent is as the data gives it, and ids of columns that
 * are not there are ignored.
 */
export interface ColumnLayout {
  /** Columns that come first, in this order; the others follow as they come. */
  readonly order?: readonly string[]
  readonly hidden?: readonly string[]
  /** Columns that stay in view at the start, in this order; empty says that none do, where some would by themselves. */
  readonly pinned?: readonly string[]
  /** Columns that stay in view at the end, in this order. */
  readonly pinnedRight?: readonly string[]
  /** In pixels. */
  readonly widths?: Readonly<Record<string, number>>
  readonly formats?: Readonly<Record<string, ColumnFormat>>
  /** How many lines of text a row has room for; 1 to `MOST_LINES`. */
  readonly lines?: number
}

export const MOST_LINES = 5

/** px that no column can be given less or more than. */
export const WIDTHS = { least: 48, most: 1_600 } as const

/** The layout that was kept or came with a link, without what can't be read of it. Never throws. */
export function layoutOf(stored: unknown): ColumnLayout {
  if (typeof stored !== 'object' || stored === null) return {}
  const of = new Map(Object.entries(stored))
  const pinned = namesOf(of.get('pinned'))
  const pinnedRight = namesOf(of.get('pinnedRight'))?.filter((id) => pinned?.includes(id) !== true)
  const lines: unknown = of.get('lines')
  const isCount = typeof lines === 'number' && Number.isInteger(lines) && lines >= 1 && lines <= MOST_LINES
  return lean({
    order: namesOf(of.get('order')),
    hidden: namesOf(of.get('hidden')),
    pinned,
    pinnedRight,
    widths: recordOf(of.get('widths'), widthOf),
    formats: recordOf(of.get('formats'), formatOf),
    lines: isCount ? lines : undefined,
  } satisfies { readonly [Part in keyof ColumnLayout]-?: ColumnLayout[Part] | undefined })
}

/** The layout as a link has it. `layoutOfText` returns the same layout. */
export function layoutText(layout: ColumnLayout): string {
  return JSON.stringify(lean(layout))
}

/** The layout in a link, without what can't be read of it. Never throws. */
export function layoutOfText(text: string): ColumnLayout {
  if (text === '') return {}
  try {
    return layoutOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Without members that say nothing. */
export function lean(layout: { readonly [Part in keyof ColumnLayout]: ColumnLayout[Part] | undefined }): ColumnLayout {
  const { order, hidden, pinned, pinnedRight, widths, formats, lines } = layout
  return {
    ...(order !== undefined && order.length > 0 && { order }),
    ...(hidden !== undefined && hidden.length > 0 && { hidden }),
    ...(pinned !== undefined && { pinned }),
    ...(pinnedRight !== undefined && pinnedRight.length > 0 && { pinnedRight }),
    ...(widths !== undefined && Object.keys(widths).length > 0 && { widths }),
    ...(formats !== undefined && Object.keys(formats).length > 0 && { formats }),
    ...(lines !== undefined && { lines }),
  }
}

function namesOf(stored: unknown): readonly string[] | undefined {
  if (!Array.isArray(stored)) return undefined
  return [...new Set(stored.filter((name): name is string => typeof name === 'string'))]
}

function widthOf(stored: unknown): number | null {
  if (typeof stored !== 'number' || !Number.isFinite(stored)) return null
  return Math.min(Math.max(Math.round(stored), WIDTHS.least), WIDTHS.most)
}

function recordOf<T>(stored: unknown, read: (value: unknown) => T | null): Record<string, T> | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  const entries = Object.entries(stored).flatMap(([name, value]): [string, T][] => {
    const known = read(value)
    return known === null ? [] : [[name, known]]
  })
  return Object.fromEntries(entries)
}
