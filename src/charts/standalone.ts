import { svgElement } from './svg.ts'

/**
 * A picture of the page as an SVG file of its own: with the colours that it has now, and the ground it stands on. It has to
 * be in the page, as only there its colours are known.
 */
export function standaloneSvg(picture: SVGSVGElement, title: string): string {
  const copy = picture.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('The copy of a picture is no picture')
  const originals = [picture, ...picture.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  const colours = new Map<string, string>()
  copies.forEach((element, at) => {
    const original = originals[at]
    if (original === undefined) return
    for (const name of ['fill', 'stroke'] as const) {
      const value = element.getAttribute(name)
      if (value === null || !/var\(|color-mix\(|light-dark\(|currentcolor/i.test(value)) continue
      const computed = getComputedStyle(original)[name]
      const known = colours.get(computed) ?? plainColour(computed)
      colours.set(computed, known)
      element.setAttribute(name, known)
    }
    element.removeAttribute('data-mark')
  })
  const ground = plainColour(groundOf(picture))
  copy.prepend(svgElement('title', {}, title), svgElement('rect', { width: '100%', height: '100%', fill: ground }))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}`
}

/** A picture as a PNG of twice its size, so that it stays sharp in print; null if this browser can't make one. */
export async function pngOf(
  svg: string,
  size: { readonly width: number; readonly height: number },
): Promise<Blob | null> {
  const image = new Image()
  // The page's policy lets images come from `data:`, not from `blob:`.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size.width * SHARPNESS
  canvas.height = size.height * SHARPNESS
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

/** Any colour of CSS as programs outside of browsers know it: `#0a6b6b`, or `rgba(…)` where one sees through. */
function plainColour(colour: string): string {
  if (colour === 'none' || colour.startsWith('url(')) return colour
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  if (alpha < 255) return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** A custom property keeps its `light-dark()` until a real one takes it. */
function groundOf(picture: Element): string {
  const probe = svgElement('rect', { fill: 'var(--surface-canvas)' })
  picture.append(probe)
  const colour = getComputedStyle(probe).fill
  probe.remove()
  return colour
}

const SHARPNESS = 2
