/** What a file is that no table can be made from. */
export type RefusedKind = 'workbook' | 'binary' | 'image' | 'document' | 'archive' | 'database'

/** What kind of file this is if no table can be made from it, by its name or, without an ending, by its type; else null. */
export function refusedKind({ name, type }: Pick<File, 'name' | 'type'>): RefusedKind | null {
  const ending = /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase()
  const found = KINDS.find(({ endings }) => ending !== undefined && endings.includes(ending))
  if (found !== undefined) return found.kind
  return type.startsWith('image/') ? 'image' : null
}

const KINDS: readonly { readonly kind: RefusedKind; readonly endings: readonly string[] }[] = [
  { kind: 'workbook', endings: ['xls', 'xlsb', 'numbers'] },
  { kind: 'binary', endings: ['feather', 'arrow', 'orc', 'avro'] },
  { kind: 'image', endings: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'avif', 'heic', 'tif', 'tiff', 'bmp'] },
  { kind: 'document', endings: ['pdf', 'doc', 'docx', 'odt', 'ppt', 'pptx'] },
  { kind: 'archive', endings: ['tgz', 'tar', '7z', 'rar', 'bz2', 'xz', 'zst'] },
  { kind: 'database', endings: ['sqlite', 'db', 'gpkg', 'mdb', 'duckdb', 'shp'] },
]

/** The endings that a choice of files offers, as an input's `accept` has them. */
export const TAKEN_ENDINGS =
  '.csv,.tsv,.tab,.txt,.json,.geojson,.ndjson,.jsonl,.xlsx,.xlsm,.ods,.parquet,.gz,.zip,text/csv,text/tab-separated-values,text/plain,application/json'
