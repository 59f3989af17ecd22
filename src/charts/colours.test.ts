import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { onRampColour, rampColour } from './picture/inks.ts'

const css = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8')
/** As they are without wishes of the reader, which stand behind them. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].toReversed().map(([, name = '', value = '']) => [name, value.trim()]),
)

type Triple = readonly [number, number, number]
type Theme = 'light' | 'dark'

/** A token in oklab, as the page has it in that theme. */
function colour(value: string, theme: Theme): Triple {
  const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (name !== undefined) return colour(tokens.get(name) ?? '', theme)
  const word = /^light-dark\((\w+), (\w+)\)$/.exec(value)?.[theme === 'light' ? 1 : 2] ?? value
  if (word === 'black' || word === 'white') return [word === 'white' ? 1 : 0, 0, 0]
  const [, first = '', share = '', second = ''] = /^color-mix\(in oklab, (.+\)) (\d+)%, (.+)\)$/.exec(value) ?? []
  if (share !== '') {
    const [a, b] = [colour(first, theme), colour(second, theme)]
    return mapTriple(a, (part, at) => (part * Number(share) + (b[at] ?? 0) * (100 - Number(share))) / 100)
  }
  const both = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/g)]
  const [, l = '', c = '', h = ''] = both[theme === 'dark' ? 1 : 0] ?? []
  if (h === '') throw new Error(`Not a colour: ${value}`)
  const angle = (Number(h) * Math.PI) / 180
  return [Number(l), Number(c) * Math.cos(angle), Number(c) * Math.sin(angle)]
}

function mapTriple([a, b, c]: Triple, change: (part: number, at: number) => number): Triple {
  return [change(a, 0), change(b, 1), change(c, 2)]
}

function linear([l, a, b]: Triple): Triple {
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb: Triple = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
  return mapTriple(rgb, (part) => Math.min(1, Math.max(0, part)))
}

function oklab([r, g, b]: Triple): Triple {
  const x = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const y = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const z = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z,
    1.9779984951 * x - 2.428592205 * y + 0.4505937099 * z,
    0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z,
  ]
}

function contrast(a: Triple, b: Triple): number {
  const [x, y] = [a, b].map((each) => {
    const [red, green, blue] = linear(each)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
  })
  return Math.max(x ?? 0, y ?? 0) / Math.min(x ?? 1, y ?? 1)
}

/** How readers without one kind of cone see a colour: Machado, Oliveira and Fernandes (2009), at full strength. */
const SEEN_BY: Readonly<Record<string, readonly Triple[] | null>> = {
  'full colour vision': null,
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function seen(of: Triple, by: readonly Triple[] | null): Triple {
  if (by === null) return of
  const rgb = linear(of)
  const [r, g, b] = by.map((row) => row.reduce((sum, part, at) => sum + part * (rgb[at] ?? 0), 0))
  return oklab(mapTriple([r ?? 0, g ?? 0, b ?? 0], (part) => Math.min(1, Math.max(0, part))))
}

const SERIES = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5']

/** Colours closer than this in oklab (times 100) are taken for each other in areas that don't touch. */
const LEAST_APART = 5

describe.each<Theme>(['light', 'dark'])('the colours of series in the %s theme', (theme) => {
  const of = (name: string) => colour(tokens.get(name) ?? '', theme)
  const ground = of('surface-canvas')

  test.each([...SERIES, 'mark-null'])('--%s stands out from the canvas', (name) => {
    expect(contrast(of(name), ground)).toBeGreaterThanOrEqual(3)
  })

  test('amber can be read on its ground', () => {
    expect(contrast(of('warn'), of('warn-soft'))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(Object.entries(SEEN_BY))('are apart with %s', (_, by) => {
    const all = [...SERIES, 'chart-rest']
    const close = all.flatMap((a, at) =>
      all.slice(at + 1).flatMap((b) => {
        const [x, y] = [seen(of(a), by), seen(of(b), by)]
        const apart = 100 * Math.hypot(...x.map((part, place) => part - (y[place] ?? 0)))
        return apart < LEAST_APART ? [`${a} and ${b}: ${apart.toFixed(1)}`] : []
      }),
    )
    expect(close).toEqual([])
  })

  test('the ramp of ordered values goes one way, with both ends apart', () => {
    const [weak, strong] = [of('mark-bar-2'), of('mark-bar-strong')]
    expect(Math.abs(weak[0] - strong[0])).toBeGreaterThan(0.3)
    expect(contrast(strong, ground)).toBeGreaterThan(contrast(weak, ground))
  })

  test('words can be read on each place of the ramp', () => {
    const faint = Array.from({ length: 101 }, (_, percent) => percent / 100).flatMap((share) => {
      const found = contrast(colour(onRampColour(share), theme), colour(rampColour(share), theme))
      return found < 4.5 ? [`${share}: ${found.toFixed(2)}`] : []
    })
    expect(faint).toEqual([])
  })
})
