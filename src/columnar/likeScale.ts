import { fieldKind, type Field } from '../protocol/field.ts'
import { jsonToPlain } from '../protocol/jsonText.ts'
import { edgesOfLogBars, type BarScale } from '../summary/barScale.ts'
import { decimalText, digitsAt, readDecimal } from '../summary/decimal.ts'
import { isZoned } from '../summary/distributionSql.ts'
import type { Bars } from '../summary/figures.ts'
import { timeOfSeconds } from '../summary/timeScale.ts'
import { readMoment } from './values.ts'

/** The steps that bars were counted in, of which only the ends and the number are told; null if they can't be told apart. */
export function scaleOfBars({ type }: Field, bars: Bars): BarScale | null {
  const { from, to, isLog, counts } = bars
  const steps = counts.length
  const kind = fieldKind(type)
  if (kind === 'integer' || kind === 'numeric') {
    const [low, high] = [readDecimal(from), readDecimal(to)]
    if (low === null || high === null) return null
    if (bars.isLog) return { isLog: true, edges: edgesOfLogBars(bars) }
    const scale = Math.max(low.scale, high.scale) + 3
    const first = digitsAt(low, scale)
    const width = digitsAt(high, scale) - first
    const edges = Array.from({ length: steps + 1 }, (_, place) =>
      decimalText({ digits: first + (width * BigInt(place)) / BigInt(steps), scale }),
    )
    return { isLog, edges }
  }
  const [first, last] = [from, to].map((edge) => secondsOf(type, jsonToPlain(edge)))
  if (first === undefined || last === undefined || first === null || last === null) return null
  const edges = Array.from({ length: steps + 1 }, (_, place) =>
    timeOfSeconds(kind, isZoned(type), first + ((last - first) / steps) * place),
  )
  return edges.every((edge) => edge !== null) ? { isLog, edges } : null
}

function secondsOf(type: string, text: string): number | null {
  const kind = fieldKind(type)
  const unit = kind === 'date' ? 'date' : kind === 'time' ? 'time' : isZoned(type) ? 'timestamptz' : 'timestamp'
  const at = readMoment(unit, text)
  return at === null ? null : unit === 'date' ? Number(at) * 86_400 : Number(at) / 1_000_000
}
