import { PGlite } from '@electric-sql/pglite'
import { beforeAll, expect, it } from 'vitest'
import { emptyPglite } from '../../../e2e/support/emptyPglite.ts'
import { CONTROL } from './controlFile.ts'
import { transactionFiles, withControlFile, withEmptyLog, type FolderFiles } from './mendFolder.ts'
import { TAR_END, tarEntries, tarFrame } from './tar.ts'

/** What a sample has, of another database system; and a folder whose last records stand in the log alone. */
let sample: FolderFiles
let folder: FolderFiles
beforeAll(async () => {
  const db = await emptyPglite()
  sample = await filesOf(db)
  // Of another database system.
  sample.get(CONTROL)?.fill(77, 0, 8)
  await db.exec('create table kept as select generate_series(1, 500) as a')
  await db.exec('create table moved as select 1 as a')
  await db.exec('vacuum full moved')
  await db.exec('checkpoint')
  await db.exec('insert into kept select generate_series(501, 507)')
  folder = await filesOf(db)
  await db.close()
})

it('a control file that is missing, cut or damaged is made from the log, which gives back the last change, too', async () => {
  const control = folder.get(CONTROL) ?? new Uint8Array()
  const flipped = control.slice()
  flipped[100] = (flipped[100] ?? 0) ^ 255
  for (const damaged of [null, control.slice(0, 100), flipped, new Uint8Array(8192)]) {
    const files = new Map(folder)
    if (damaged === null) files.delete(CONTROL)
    else files.set(CONTROL, damaged)
    const mended = withControlFile(files, sample)
    expect(await countIn(mended ?? new Map())).toBe(507)
  }
})

it('without a log the folder opens with what its tables hold, and takes changes', async () => {
  const files = new Map([...folder].filter(([path]) => !/^pg_wal\/.*[^/]$/.test(path)))
  expect(withControlFile(files, sample)).toBeNull()
  expect(await countIn(withEmptyLog(files, sample))).toBe(500)
})

it('with neither log nor control file, settings nor folders without files, too', async () => {
  const files = new Map(
    [...folder].filter(([path]) => !/^(?:pg_wal|pg_notify|pg_twophase|global\/pg_control|postgresql\.conf)/.test(path)),
  )
  expect(await countIn(withEmptyLog(files, sample))).toBe(500)
})

it('a log that is damaged in the midst is left out', async () => {
  const files = new Map(folder)
  for (const [path, bytes] of folder)
    if (/^pg_wal\/[0-9A-F]{24}$/.test(path))
      files.set(
        path,
        bytes.map((byte, at) => (at % 500 === 7 ? byte ^ 255 : byte)),
      )
  expect(await countIn(withEmptyLog(files, sample))).toBeGreaterThanOrEqual(500)
})

it('files of transactions that are cut or gone hide no record', async () => {
  const [[path, bytes] = ['', new Uint8Array()]] = [...folder].filter((file) => file[0].startsWith('pg_xact/0'))
  expect([...transactionFiles(folder)]).toEqual([[path, bytes]])
  const gone = new Map(folder)
  gone.delete(path)
  expect(await countIn(new Map([...gone, ...transactionFiles(gone)]))).toBe(507)
  const cut = new Map(folder).set(path, bytes.slice(0, 20))
  expect(await countIn(withEmptyLog(new Map([...cut, ...transactionFiles(cut)]), sample))).toBe(500)
})

/** Opens it and writes to it; gives how many records there were. */
async function countIn(files: FolderFiles): Promise<number> {
  const parts = [...files].flatMap(([path, bytes]) => tarFrame(path, bytes.length).toSpliced(1, 0, bytes))
  const db = await PGlite.create({ loadDataDir: new Blob([...parts, TAR_END], { type: 'application/x-tar' }) })
  try {
    const { rows } = await db.query<{ n: number }>('select count(*)::int as n from kept')
    for (const change of [
      'insert into kept values (1000)',
      'vacuum full kept',
      'create table later as select 1',
      'checkpoint',
    ])
      await db.exec(change)
    expect((await db.query('select * from kept where a = 1000')).rows).toHaveLength(1)
    return rows[0]?.n ?? -1
  } finally {
    await db.close()
  }
}

async function filesOf(db: PGlite): Promise<FolderFiles> {
  const dump = await db.dumpDataDir('none')
  const entries = [...tarEntries(await dump.arrayBuffer())]
  return new Map(
    entries
      .map(({ path, isFolder, bytes }) => [`${path.join('/')}${isFolder ? '/' : ''}`, bytes.slice()] as const)
      .filter(([path]) => path !== 'postmaster.pid'),
  )
}
