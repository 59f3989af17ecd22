import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readTable, type ReadingChoice } from '../readTable.ts'

const { signal } = new AbortController()
const read = (bytes: Uint8Array<ArrayBuffer>, name: string, chosen: ReadingChoice = {}) =>
  readTable(new File([bytes], name), { signal, chosen, onProgress: () => undefined })

test('what is packed with gzip is read by the name without .gz', async () => {
  const table = await read(new Uint8Array(gzipSync('[{"a": 1.50}]')), 'levels.json.gz')
  expect([table.format, table.preview[0]?.cells]).toEqual(['json', ['1.50']])
})

test('of an archive the first file of data is read, and another can be chosen', async () => {
  const bytes = zip({ 'read me.txt': 'Notes', '__MACOSX/a.csv': '', 'map.png': 'x', 'data/ä.csv': 'a;b\n1;2\n' })
  const table = await read(bytes, 'levels.zip')
  expect([table.archive, table.rows, table.columns.length]).toEqual([
    { members: ['read me.txt', 'data/ä.csv'], member: 'data/ä.csv' },
    1,
    2,
  ])
  expect((await read(bytes, 'levels.zip', { member: 'read me.txt' })).columns[0]?.name).toBe('Notes')
})

test.each([
  ['without tables', zip({ 'map.png': 'x' }), 'archiveWithoutTables'],
  ['that is cut', zip({ 'a.csv': 'a\n1\n' }).slice(0, 30), 'archiveUnreadable'],
])('an archive %s is refused with the reason', async (_, bytes, code) => {
  await expect(read(bytes, 'levels.zip')).rejects.toMatchObject({ problem: { code } })
})

/** A ZIP archive of these texts. */
function zip(texts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(texts)) {
    const [bytes, content] = [Buffer.from(name), deflateRawSync(text)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(Buffer.byteLength(text), 18)
    facts.writeUInt16LE(bytes.length, 22)
    const end = Buffer.alloc(14)
    end.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), facts, end, bytes)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, bytes, content])
    parts.push(local)
    at += local.length
  }
  const entries = Buffer.concat(directory)
  const tail = Buffer.alloc(18)
  tail.writeUInt16LE(Object.keys(texts).length, 6)
  tail.writeUInt32LE(entries.length, 8)
  tail.writeUInt32LE(at, 12)
  return new Uint8Array(Buffer.concat([...parts, entries, Buffer.from('PK\u0005\u0006'), tail]))
}
