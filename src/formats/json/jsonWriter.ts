import type { ExportFormat } from '../exportFormat.ts'
import { jsonObjects } from './jsonObject.ts'

/** A JSON list with an object for each record, one on each line. */
export const format: ExportFormat = {
  name: 'JSON',
  extension: 'json',
  mediaType: 'application/json',
  write(fields) {
    const objects = jsonObjects(fields)
    let isFirst = true
    return {
      start: () => '[',
      rows(rows) {
        let text = ''
        for (const row of rows) {
          text += `${isFirst ? '' : ','}\n${objects.write(row)}`
          isFirst = false
        }
        return text
      },
      end: () => ({ part: '\n]\n', guarded: objects.guards.all() }),
    }
  },
}
