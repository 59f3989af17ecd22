import { fieldKind } from '../../protocol/field.ts'
import { plainText } from '../../protocol/json/jsonCharacters.ts'
import { jsonKind } from '../../protocol/jsonText.ts'
import type { ExportFormat } from '../exportFormat.ts'
import { markdownLine, markdownText } from './markdownText.ts'

/** A table of GitHub's Markdown, numbers to the right; null is *null*. */
export const format: ExportFormat = {
  name: 'Markdown',
  extension: 'md',
  mediaType: 'text/markdown;charset=utf-8',
  write(fields) {
    const kinds = fields.map(({ type }) => fieldKind(type))
    const sides = kinds.map((kind) => (kind === 'integer' || kind === 'numeric' ? '---:' : '---'))
    return {
      start: () => `${markdownLine(fields.map(({ id }) => markdownText(id)))}\n${markdownLine(sides)}\n`,
      rows(rows) {
        let text = ''
        for (const row of rows) {
          const cells = row.map((value, at) => {
            if (value === undefined) return ''
            return jsonKind(value) === 'null' ? '*null*' : markdownText(plainText(value, kinds[at] ?? 'other'))
          })
          text += `${markdownLine(cells)}\n`
        }
        return text
      },
      end: () => ({ part: '', guarded: [] }),
    }
  },
}
