interface Waits {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly most: number
}
interface Stand {
  readonly busy: Waits
  readonly calm: Waits
  readonly writer: Waits
}
interface Round extends Stand {
  /** Just before and after. */
  readonly alone: readonly [Stand, Stand]
  readonly faults: readonly string[]
  readonly refusals: readonly string[]
  readonly attacker: Readonly<Record<string, number>>
}
export function siege(options: {
  engine: string
  url?: string | undefined
  rows: number
  seconds: number
  only?: readonly string[]
  together?: boolean
  isNear?: boolean
  say?: (words: string) => void
}): Promise<{ rounds: readonly Round[]; rss: number | null }>
