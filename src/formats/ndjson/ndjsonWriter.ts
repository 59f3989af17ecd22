import type { ExportFormat } from '../exportFormat.ts'
import { jsonObjects } from '../json/jsonObject.ts'

/** An object of JSON on each line, for tools that read line by line. */
export const format: ExportFormat = {
  name: 'JSON lines',
  extension: 'ndjson',
  mediaType: 'application/x-ndjson',
  write(fields) {
    const objects = jsonObjects(fields)
    return {
      start: () => '',
      rows(rows) {
        let text = ''
        for (const row of rows) text += `${objects.write(row)}\n`
        return text
      },
      end: () => ({ part: '', guarded: objects.guards.all() }),
    }
  },
}
