import type { Ink } from '../groups.ts'

/** The colour of a series, as CSS of the page; null is hatched, by the pattern of that id. */
export function inkColour(ink: Ink, hatch: string): string {
  if (typeof ink === 'object') return rampColour(ink.ramp)
  if (typeof ink === 'number') return `var(--chart-${ink})`
  if (ink === 'null') return `url(#${hatch})`
  return ink === 'rest' ? 'var(--chart-rest)' : 'var(--mark-bar-strong)'
}

/** The same for a line, which can't be hatched. */
export function lineColour(ink: Ink): string {
  return ink === 'null' ? 'var(--mark-null)' : inkColour(ink, '')
}

/** A colour between the weak end (0) and the strong end (1) of ordered values. */
export function rampColour(share: number): string {
  return `color-mix(in oklab, var(--mark-bar-strong) ${Math.round(share * 100)}%, var(--mark-bar-2))`
}

/** The colour of words on the ramp at that place: between its ends nothing softer than black and white can be read. */
export function onRampColour(share: number): string {
  if (share > 0.71) return 'light-dark(white, black)'
  return share > 0.4 ? 'black' : 'light-dark(black, white)'
}
