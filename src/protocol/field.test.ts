import { expect, test } from 'vitest'
import { fieldKind } from './field.ts'

test.each([
  ['int4', 'integer'],
  ['BIGINT', 'integer'],
  ['numeric(10,2)', 'numeric'],
  ['float', 'numeric'],
  ['double precision', 'numeric'],
  ['character varying(20)', 'text'],
  ['timestamp(3) without time zone', 'timestamp'],
  ['timestamptz', 'timestamp'],
  ['time with time zone', 'time'],
  ['_text', 'array'],
  ['int4[]', 'array'],
  ['nested', 'json'],
  ['bool', 'boolean'],
  ['tsvector', 'other'],
  ['', 'other'],
  ['constructor', 'other'],
])('%s is %s', (type, kind) => {
  expect(fieldKind(type)).toBe(kind)
})
