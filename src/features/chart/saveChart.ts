import type { ChartNotes } from '../../charts/chartData.ts'
import type { DrawnTable, Drawing } from '../../charts/drawing.ts'
import { pngOf, standaloneSvg } from '../../charts/standalone.ts'
import { chartWords } from '../../words/en/chart.ts'
import { withoutIsolates } from '../../words/isolated.ts'

/** The picture on the screen as a file; null if this browser can't make it. */
export async function pictureFile(
  kind: 'png' | 'svg',
  picture: SVGSVGElement,
  drawing: Drawing,
  notes: ChartNotes,
): Promise<{ readonly blob: Blob; readonly name: string } | null> {
  const text = standaloneSvg(picture, drawing.title)
  const name = pictureName(drawing.title, notes, kind)
  if (kind === 'svg') return { blob: new Blob([text], { type: 'image/svg+xml' }), name }
  const { width, height } = picture.viewBox.baseVal
  const blob = await pngOf(text, { width, height })
  return blob && { blob, name }
}

/** The name of a picture's file, by its title; it says if the picture shows only a part. */
export function pictureName(title: string, { cut, sample }: ChartNotes, extension: string): string {
  const plain = title
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
  const short = plain.slice(0, LONGEST).trimEnd()
  const part = cut === null ? (sample === null ? null : chartWords.fileSample(sample.of)) : chartWords.fileCut(cut)
  return `${[short || chartWords.fileName, ...(part === null ? [] : [part])].join('-')}.${extension}`
}

/** A table as text that spreadsheets take: one line for each row, tabs between values. */
export function tableText({ head, rows }: DrawnTable): string {
  return [head, ...rows]
    .map((row) => row.map((value) => withoutIsolates(value).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
}

const LONGEST = 120
