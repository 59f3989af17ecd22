import { ProblemError } from '../protocol/problem.ts'
import { inflated, zipMembers, type ZipMember } from './archive/zipMembers.ts'
import type { ReadingChoice as CsvChoice } from './csv/csvFile.ts'
import { examineTable, type CsvTable } from './csv/csvTable.ts'
import type { JsonTable } from './json/jsonTable.ts'
import type { JsonChoice } from './json/readJson.ts'
import type { ParquetTable } from './parquet/readParquet.ts'
import type { ReadOptions } from './tableReader.ts'
import { refusedKind } from './takenFiles.ts'
import type { SheetChoice, SheetTable } from './xlsx/sheetTable.ts'

/** A file as a future table, in any format that is known. */
export type ReadTable = CsvTable | JsonTable | SheetTable | ParquetTable

/** What people choose of how a file is read, whatever its format; `member`: the file of an archive. */
export type ReadingChoice = CsvChoice & JsonChoice & SheetChoice & { readonly member?: string | undefined }

type Options = ReadOptions<ReadingChoice, ReadTable>

/**
 * Reads the whole file for names, types, counts and the first 200 rows, in the format that its first bytes or its name tell.
 * Rejects with `ProblemError` or `AbortError`.
 */
export async function readTable(file: File, options: Options): Promise<ReadTable> {
  const head = new Uint8Array(await file.slice(0, 512).arrayBuffer())
  if (startsWith(head, [0x1f, 0x8b])) {
    const content = await inflated(file, 'gzip')
    return readTable(new File([content], file.name.replace(/\.gz$/i, '')), options)
  }
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return readZip(file, options)
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new ProblemError({ code: (await isLocked(file)) ? 'lockedWorkbook' : 'oldWorkbook' })
  if (startsWith(head, [0x50, 0x41, 0x52, 0x31]))
    return (await import('./parquet/readParquet.ts')).readParquet(file, options)
  return readText(file, head, options)
}

async function readText(file: File, head: Uint8Array<ArrayBuffer>, options: Options): Promise<ReadTable> {
  const ending = /\.([^.\s]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (BY_LINES.has(ending)) return (await import('./ndjson/readNdjson.ts')).readNdjson(file, options)
  const isJson = ending.endsWith('json') || (!SEPARATED.has(ending) && LIKE_JSON.test(new TextDecoder().decode(head)))
  return isJson ? (await import('./json/readJson.ts')).readJson(file, options) : examineTable(file, options)
}

const BY_LINES: ReadonlySet<string> = new Set(['ndjson', 'jsonl', 'geojsonl', 'geojsons'])
const SEPARATED: ReadonlySet<string> = new Set(['csv', 'tsv', 'tab'])
const LIKE_JSON = /^\s*(?:\[\s*[[{]|\{\s*")/

async function readZip(file: File, options: Options): Promise<ReadTable> {
  const members = await zipMembers(file)
  const has = (name: string) => members.some((each) => each.name === name)
  if (has('xl/workbook.xml')) return (await import('./xlsx/readXlsx.ts')).readXlsxTable(file, options)
  if (has('content.xml') && has('META-INF/manifest.xml')) {
    if (await isLockedOds(members)) throw new ProblemError({ code: 'lockedWorkbook' })
    return (await import('./ods/readOds.ts')).readOdsTable(file, options)
  }
  return readMember(members, options)
}

async function readMember(members: readonly ZipMember[], options: Options): Promise<ReadTable> {
  const tables = members.filter(({ name }) => {
    const base = nameOf(name)
    return !base.startsWith('.') && !name.startsWith('__MACOSX/') && refusedKind({ name: base, type: '' }) === null
  })
  const member = tables.find(({ name }) => name === options.chosen?.member) ?? tables.toSorted(byLikeness)[0]
  if (member === undefined) throw new ProblemError({ code: 'archiveWithoutTables' })
  const archive = { members: tables.map(({ name }) => name), member: member.name }
  const { onHead } = options
  const table = await readTable(new File([await member.open()], nameOf(member.name)), {
    ...options,
    onHead: onHead && ((head) => onHead({ ...head, archive })),
  })
  return { ...table, archive }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Data before notes on it. */
function byLikeness(a: ZipMember, b: ZipMember): number {
  return Number(!DATA.test(a.name)) - Number(!DATA.test(b.name))
}

const DATA = /\.(?:csv|tsv|json|geojson|ndjson|jsonl|xlsx|ods|parquet)(?:\.gz)?$/i

/** Whether an OLE container holds a workbook that is locked, rather than one of an old Excel. */
async function isLocked(file: Blob): Promise<boolean> {
  // The names of the container's streams are in UTF-16.
  const text = new TextDecoder('utf-16le').decode(await file.slice(0, file.size - (file.size % 2)).arrayBuffer())
  return text.includes('EncryptedPackage')
}

async function isLockedOds(members: readonly ZipMember[]): Promise<boolean> {
  const manifest = await members.find(({ name }) => name === 'META-INF/manifest.xml')?.open()
  return manifest !== undefined && (await manifest.text()).includes('encryption-data')
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte)
}
