import { gridWords } from '../../words/en/grid.ts'
import styles from './cells.module.css'

const SVG = 'http://www.w3.org/2000/svg'
/** Two arrows that point away from each other. */
const ARROWS = ['M15 3h6v6', 'm21 3-7 7', 'm3 21 7-7', 'M9 21H3v-6']

/** Opens the value if the active cell does not show all of it. By keyboard that is Enter, so it is no tab stop. */
export function expandMark(): HTMLElement {
  const mark = document.createElement('span')
  mark.className = styles['expand'] ?? ''
  mark.title = gridWords.showWhole
  mark.setAttribute('aria-hidden', 'true')
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  for (const arrow of ARROWS) {
    const path = document.createElementNS(SVG, 'path')
    path.setAttribute('d', arrow)
    svg.append(path)
  }
  mark.append(svg)
  return mark
}
