import { CHART_KINDS, type ChartKind, type ChartSpec } from './chartData.ts'

/**
 * A chart as the text that a link has: its kind, then what goes where, as `stacked,x:started_on by year,by:stage`. In names
 * `\` stands before a comma or another `\`.
 */
export function chartText({ kind, x, y, series, isOnSide }: ChartSpec): string {
  const named = [
    ['x', x],
    ['y', y],
    ['by', series],
  ] as const
  const parts = named.flatMap(([name, id]) => (id === null ? [] : [`${name}:${id.replaceAll(/[\\,]/g, '\\$&')}`]))
  return [kind, ...parts, ...(isOnSide ? ['side'] : [])].join(',')
}

/** The chart in that text; null if it names none, as `auto` doesn't. What is unknown or damaged is left out. */
export function chartOfText(text: string): ChartSpec | null {
  const [first = '', ...parts] = partsOf(text)
  const kind: ChartKind | undefined = CHART_KINDS.find((known) => known === first.trim().toLowerCase())
  if (kind === undefined) return null
  const id = (name: string) => parts.find((part) => part.startsWith(`${name}:`))?.slice(name.length + 1) ?? null
  return { kind, x: id('x'), y: id('y'), series: id('by'), isOnSide: parts.includes('side') }
}

function partsOf(text: string): readonly string[] {
  const parts = ['']
  let isEscaped = false
  for (const sign of text) {
    const now = parts.length - 1
    if (!isEscaped && sign === ',') parts.push('')
    else if (isEscaped || sign !== '\\') parts[now] += sign
    isEscaped = !isEscaped && sign === '\\'
  }
  return parts
}
