/** A new element of SVG with these attributes. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
  text?: string,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  if (text !== undefined) element.textContent = text
  return element
}

/** How wide a text is in px, in the page's font. */
export function textWidth(text: string, size: number, weight = 400): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * size * 0.55
  context.font = `${weight} ${size}px ${FONT}`
  return context.measureText(text).width
}

/** The text cut to a width, with … for what is missing. */
export function clipped(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text
  let [least, most] = [0, text.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (textWidth(`${text.slice(0, middle)}…`, size) <= width) least = middle
    else most = middle - 1
  }
  return `${text.slice(0, least).trimEnd()}…`
}

/** The text in lines of at most that width; a longer word keeps a line of its own. */
export function wrapped(text: string, size: number, width: number, weight = 400): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last === undefined || textWidth(longer, size, weight) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** The font of pictures: that of the page, named so that a saved file finds it, too. */
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

let context: CanvasRenderingContext2D | null = null
