import { expect, test } from 'vitest'
import { exportFormats } from './exportFormats.ts'

test('every format has a name and an ending of its own', () => {
  const formats = exportFormats()
  expect(formats.map(({ name }) => name)).toContain('CSV')
  expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length)
  expect(new Set(formats.map(({ extension }) => extension)).size).toBe(formats.length)
})
