/** What a file is that no table can be made from. */
export type RefusedKind = 'workbook' | 'json' | 'parquet' | 'image' | 'document' | 'archive' | 'database'

/** What kind of file this is if no table can be made from it, by its name or, without an ending, by its type; else null. */
export function refusedKind({ name, type }: Pick<File, 'name' | 'type'>): RefusedKind | null {
  const ending = /\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase()
  const found = KINDS.find(({ endings }) => ending !== undefined && endings.includes(ending))
  if (found !== undefined) return found.kind
  return type.startsWith('image/') ? 'image' : null
}

const KINDS: readonly { readonly kind: RefusedKind; readonly endings: readonly string[] }[] = [
  { kind: 'workbook', endings: ['xlsx', 'xls', 'xlsm', 'xlsb', 'ods', 'numbers'] },
  { kind: 'json', endings: ['json', 'geojson', 'jsonl', 'ndjson'] },
  { kind: 'parquet', endings: ['parquet', 'feather', 'arrow', 'orc', 'avro'] },
  { kind: 'image', endings: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'avif', 'heic', 'tif', 'tiff', 'bmp'] },
  { kind: 'document', endings: ['pdf', 'doc', 'docx', 'odt', 'ppt', 'pptx'] },
  { kind: 'archive', endings: ['zip', 'gz', 'tgz', 'tar', '7z', 'rar', 'bz2', 'xz', 'zst'] },
  { kind: 'database', endings: ['sqlite', 'db', 'gpkg', 'mdb', 'duckdb', 'shp'] },
]
