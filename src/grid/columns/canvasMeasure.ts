import { estimate, type Measure } from './columnFit.ts'

/** Measures text as the cells in that element draw it, without a layout of the page. */
export function canvasMeasure(element: HTMLElement): Measure {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return estimate
  const style = getComputedStyle(element)
  const size = Number.parseFloat(style.fontSize)
  const mono = style.getPropertyValue('--font-data')
  const code = `${size * CODE_SCALE}px ${mono}`
  const fonts = {
    text: `${size}px ${style.fontFamily}`,
    header: `600 ${size * HEADER_SCALE}px ${style.fontFamily}`,
    code,
    number: code,
  }
  return (text, face) => {
    context.font = fonts[face]
    return context.measureText(text).width
  }
}

/** As in the style sheet: monospace faces look larger than others of their size; headers are 12 px beside 13. */
const CODE_SCALE = 0.923
const HEADER_SCALE = 0.923

/**
 * The same, asked once for each density, which is told by the height of rows: each time, the browser would have to work out
 * the style of all that was just drawn.
 */
export function createMeasures(): (element: HTMLElement, rowHeight: number) => Measure {
  let known: { readonly element: HTMLElement; readonly rowHeight: number; readonly measure: Measure } | null = null
  return (element, rowHeight) => {
    if (known?.element !== element || known.rowHeight !== rowHeight)
      known = { element, rowHeight, measure: canvasMeasure(element) }
    return known.measure
  }
}
