import { expect, it } from 'vitest'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tarEntries } from './tar.ts'

it('reads what tar has written: folders, empty files, bytes, times and long paths', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowan-tar-'))
  const long = 'a'.repeat(90)
  try {
    mkdirSync(join(folder, 'base', long), { recursive: true })
    writeFileSync(join(folder, 'base', 'empty'), '')
    writeFileSync(join(folder, 'base', long, 'twenty bytes of this'), 'x'.repeat(513))
    utimesSync(join(folder, 'base', 'empty'), 1000, 1000)
    const tar = execFileSync('tar', ['--format=ustar', '--sort=name', '-cf', '-', '-C', folder, 'base'])
    const found = [...tarEntries(new Uint8Array(tar).buffer)]
    expect(found.map(({ path, isFolder, bytes }) => [path.join('/'), isFolder, bytes.length])).toEqual([
      ['base', true, 0],
      [`base/${long}`, true, 0],
      [`base/${long}/twenty bytes of this`, false, 513],
      ['base/empty', false, 0],
    ])
    expect(found.at(-1)?.modified).toBe(1_000_000)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
