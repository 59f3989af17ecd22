import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** A cell as LibreOffice holds it: a text, or else a number, a day, or nothing. */
export interface SheetCell {
  readonly text: string
  readonly isText: boolean
}

/** How it reads what is pasted: a table of HTML, or text with tabs, by the choices that its dialog begins with. */
const READ_AS = {
  html: 'HTML (StarCalc)',
  tsv: 'Text - txt - csv (StarCalc):9,34,76,1,,0,false,false',
} as const

/** With tabs, texts in quotes, and what a cell holds rather than how it looks. */
const WRITTEN_AS = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,true,false'

/** Has LibreOffice read a text as it reads what is pasted, and gives the cells that it made of it. */
export async function sheetOf(soffice: string, kind: keyof typeof READ_AS, text: string): Promise<SheetCell[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'rowan-paste-'))
  try {
    const pasted = join(folder, `pasted.${kind}`)
    await writeFile(pasted, text)
    // A profile of its own: that of a user may be open.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    const how = ['--headless', `--infilter=${READ_AS[kind]}`, '--convert-to', WRITTEN_AS, '--outdir', folder]
    await promisify(execFile)(soffice, [profile, ...how, pasted], { timeout: 300_000, killSignal: 'SIGKILL' })
    return cellsIn(await readFile(join(folder, 'pasted.csv'), 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function cellsIn(csv: string): SheetCell[][] {
  const rows: SheetCell[][] = [[]]
  for (const [whole, quoted, bare = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)) {
    if (whole === '' && rows.at(-1)?.length === 0) break
    rows.at(-1)?.push({ text: quoted?.replaceAll('""', '"') ?? bare, isText: quoted !== undefined })
    if (end === '\n') rows.push([])
    else if (end === '') break
  }
  return rows.filter((row) => row.length > 0)
}
