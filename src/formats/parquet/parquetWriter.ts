import type { Row } from '../../protocol/answers.ts'
import { fieldKind, type Field } from '../../protocol/field.ts'
import { jsonElements, jsonKind, type JsonText } from '../../protocol/jsonText.ts'
import type { ExportFormat } from '../exportFormat.ts'
import { GuardCount } from '../guardCount.ts'
import { uniqueNames } from '../uniqueNames.ts'
import { ColumnProof, type ParquetColumn, type SchemaElement } from './parquetColumn.ts'

/**
 * A Parquet file whose types hold every value exactly: decimals with all their digits, times to the microsecond. Which they are is
 * known once all rows are: until then these wait as text, in pieces that the browser can keep on disk.
 */
export const format: ExportFormat = {
  name: 'Parquet',
  extension: 'parquet',
  mediaType: 'application/vnd.apache.parquet',
  async write(fields) {
    const library = await import('hyparquet-writer')
    const proofs = fields.map((field) => new ColumnProof(field))
    const waiting: Blob[] = []
    return {
      start: () => '',
      rows(rows) {
        const lines: string[] = []
        for (const row of rows) {
          for (const [at, proof] of proofs.entries()) proof.see(row[at])
          lines.push(`[${fields.map((_field, at) => row[at] ?? 'null').join(',')}]`)
        }
        for (let at = 0; at < lines.length; at += ROWS_IN_GROUP)
          waiting.push(new Blob([`[${lines.slice(at, at + ROWS_IN_GROUP).join(',')}]`]))
        return ''
      },
      async end() {
        const guards = new GuardCount()
        const columns = proofs.map((proof, at) => chosenColumn(proof, fields[at], guards))
        const names = uniqueNames(fields.map(({ id }) => id || 'column'))
        for (const [at, { id }] of fields.entries()) if (names[at] !== id) guards.add('renamed', names[at] ?? null)
        const bytes = new library.ByteWriter()
        const parts: Blob[] = []
        const writer = new library.ParquetWriter({
          writer: bytes,
          schema: schemaOf(names, columns),
          createdBy: 'Rowan',
        })
        for (const piece of waiting) {
          const rows = jsonElements(await piece.text()).map((row): Row => jsonElements(row))
          const columnData = columns.map(({ read }, at) => ({
            name: names[at] ?? '',
            data: rows.map((row) => valueOf(row[at], read)),
          }))
          await writer.write({ columnData, rowGroupSize: ROWS_IN_GROUP })
          parts.push(new Blob([bytes.getBytes()]))
          bytes.index = 0
        }
        await writer.finish()
        return { part: new Blob([...parts, bytes.getBytes()]), guarded: guards.all() }
      },
    }
  },
}

function chosenColumn(proof: ColumnProof, field: Field | undefined, guards: GuardCount): ParquetColumn {
  const { column, asText } = proof.column()
  const kind = fieldKind(field?.type ?? '')
  if (asText > 0)
    guards.add(kind === 'date' || kind === 'timestamp' ? 'timesAsText' : 'numbersAsText', field?.id ?? null, asText)
  return column
}

function schemaOf(names: readonly string[], columns: readonly ParquetColumn[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ element }, at) => ({ ...element, name: names[at] ?? '', repetition_type: 'OPTIONAL' as const })),
  ]
}

function valueOf(value: JsonText | undefined, read: ParquetColumn['read']): unknown {
  return value === undefined || jsonKind(value) === 'null' ? null : read(value)
}

const ROWS_IN_GROUP = 20_000
