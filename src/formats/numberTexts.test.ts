import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainNumber } from './numberTexts.ts'

const point = { decimal: '.', hasGroups: false, isPercent: false } as const
const grouped = { ...point, hasGroups: true }
const comma = { decimal: ',', hasGroups: true, isPercent: false } as const
const percent = { ...grouped, isPercent: true }
const percentComma = { ...comma, isPercent: true }

test.each([
  ['.097', point, '0.097'],
  ['.5', point, '0.5'],
  ['-.5', point, '-0.5'],
  ['5.', point, '5'],
  ['1.50', point, '1.50'],
  ['−3', point, '-3'],
  ['1e6', point, '1000000'],
  ['1.25E+2', point, '125'],
  ['1.2E-05', point, '0.000012'],
  ['-0.0012e3', point, '-1.2'],
  ['0e5', point, '0'],
  ['007', point, null],
  ['00.5', point, null],
  ['1,234.5', point, null],
  ['.', point, null],
  ['-', point, null],
  ['e5', point, null],
  ['', point, null],
  ['1,234.5', grouped, '1234.5'],
  ['1,234,567', grouped, '1234567'],
  ['1 234.5', grouped, '1234.5'],
  ['1\u00a0234\u00a0567', grouped, '1234567'],
  ["1'234.50", grouped, '1234.50'],
  ['12,34', grouped, null],
  ['1,234,56', grouped, null],
  ['1,234 567', grouped, null],
  ['0,125', grouped, null],
  ['1.234,56', grouped, null],
  ['1.234,56', comma, '1234.56'],
  ['12,5', comma, '12.5'],
  ['-0,100', comma, '-0.100'],
  [',5', comma, '0.5'],
  ['1.234.567', comma, '1234567'],
  ['1.5', comma, null],
  ['1,5,2', comma, null],
  ['12 %', percent, '12'],
  ['12.5%', percent, '12.5'],
  ['12', percent, null],
  ['12,5 %', percentComma, '12.5'],
  ['% 12', percent, null],
] as const)('%j is %j as %j', (text, form, plain) => {
  expect(plainNumber(text, form)).toBe(plain)
})

test('what is read is the same number, every digit of it', () => {
  fc.assert(
    fc.property(
      fc.bigInt(),
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: -40, max: 40 }),
      (value, at, exponent) => {
        const digits = String(value < 0n ? -value : value).padStart(at + 1, '0')
        const text = `${value < 0n ? '-' : ''}${digits.slice(0, digits.length - at)}.${digits.slice(digits.length - at)}e${exponent}`
        const plain = plainNumber(text, point) ?? ''
        expect(plain).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/)
        const [whole = '', fraction = ''] = plain.split('.')
        // As whole numbers of the smallest unit that either has.
        const scale = 100n
        const read = BigInt(whole.replace('-', '') + fraction) * 10n ** (scale - BigInt(fraction.length))
        expect(read).toBe((value < 0n ? -value : value) * 10n ** (scale + BigInt(exponent) - BigInt(at)))
      },
    ),
  )
})
