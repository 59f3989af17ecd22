import { expect, test } from 'vitest'
import { readSqlFile, sqlFileOf } from './sqlFile.ts'

test('what is saved is what is opened', async () => {
  const text = '-- Å, with a comment\nSELECT 1;\n\nSELECT 2;\n'
  expect(await readSqlFile(sqlFileOf(text))).toEqual({ kind: 'text', text })
  expect(await sqlFileOf('SELECT 1').text()).toBe('SELECT 1\n')
})

test.each([
  ['a mark and lines of Windows', new Uint8Array([0xef, 0xbb, 0xbf, 0x31, 13, 10]), { kind: 'text', text: '1\n' }],
  ['UTF-16 of SQL Server', new Uint8Array([0xff, 0xfe, 0x31, 0]), { kind: 'text', text: '1' }],
  ['Latin-1', new Uint8Array([0x31, 0xe5]), { kind: 'notText' }],
  ['a program', new Uint8Array([0x7f, 0, 1]), { kind: 'notText' }],
  ['too much', new Uint8Array(5_000_001), { kind: 'tooLarge' }],
])('%s', async (_, bytes, expected) => {
  expect(await readSqlFile(new Blob([bytes]))).toEqual(expected)
})
