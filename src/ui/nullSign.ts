import { uiWords } from '../words/en/ui.ts'
import styles from './NullMark.module.css'

const SVG = 'http://www.w3.org/2000/svg'

/** The sign for null as an element, for what is drawn without React. */
export function nullSign(): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  for (const [name, value] of Object.entries({
    class: styles['null'] ?? '',
    role: 'img',
    'aria-label': uiWords.null,
    viewBox: '0 0 10 10',
  }))
    svg.setAttribute(name, value)
  const circle = document.createElementNS(SVG, 'circle')
  for (const [name, value] of [
    ['cx', '5'],
    ['cy', '5'],
    ['r', '3'],
  ] as const)
    circle.setAttribute(name, value)
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', 'M1.6 8.4 8.4 1.6')
  svg.append(circle, line)
  return svg
}
