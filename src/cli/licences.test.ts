import { expect, it } from 'vitest'
import { licenceText, packageOf } from './licences.mjs'

it('knows the package of a module, whatever the system and however deep it lies', () => {
  expect(packageOf('/rowan/node_modules/react/index.js')).toBe('react')
  expect(packageOf('C:\\rowan\\node_modules\\@tanstack\\store\\dist\\x.js')).toBe('@tanstack/store')
  expect(packageOf('/rowan/node_modules/a/node_modules/b/x.js?worker&url')).toBe('b')
  expect(packageOf('/rowan/src/app/main.tsx')).toBeNull()
})

it('lists packages with version and licence, then each licence in full, PostgreSQL’s with the engine', () => {
  const text = licenceText(['world-atlas', 'react', '@electric-sql/pglite'], true)
  expect(text).toMatch(/^What others have made and is part of this page: 4 packages\./)
  expect(text).toMatch(
    /\n@electric-sql\/pglite [\d.]+, Apache-2\.0\nreact [\d.]+, MIT\nworld-atlas [\d.]+, ISC\nPostgreSQL 18, PostgreSQL\n/,
  )
  expect(text).toContain('Permission is hereby granted, free of charge')
  expect(text).toContain('Apache License')
  expect(text).toContain('The Regents of the University of California')
  expect(licenceText(['react'], false)).not.toContain('PostgreSQL')
  expect(() => licenceText(['no-such-package'], false)).toThrow()
})
