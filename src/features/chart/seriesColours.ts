import type { Drawing } from '../../charts/drawing.ts'
import { inkColour } from '../../charts/picture/inks.ts'
import type { JsonText } from '../../protocol/jsonText.ts'

/** The colours of a picture's series, as CSS backgrounds: by what each series stands for in a field of the data. */
export interface SeriesColours {
  /** Of the data. */
  readonly field: string
  readonly of: ReadonlyMap<JsonText, string>
}

/** The colours of the series of a picture; null if it has one series only, or tells them apart in another way. */
export function seriesColours({ shape, spec }: Drawing): SeriesColours | null {
  if (shape.kind !== 'groups' || shape.groups.by === null) return null
  if (spec.kind === 'heat' || spec.kind === 'multiples') return null
  const { by, series } = shape.groups
  const colours = series.flatMap(({ keys, ink }) => {
    const colour = ink === 'null' ? HATCHED : inkColour(ink, '')
    return keys.map((key) => [key, colour] as const)
  })
  return { field: by.id, of: new Map(colours) }
}

const HATCHED = 'repeating-linear-gradient(135deg, var(--mark-null) 0 1px, transparent 1px 3px)'
