import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generatedRuns } from '../../e2e/support/longForm.ts'
import {
  jsonElements,
  jsonKind,
  jsonMember,
  jsonMembers,
  jsonToPlain,
  parseJsonText,
  type JsonText,
} from './jsonText.ts'

/** The value that a text stands for, read by our functions alone. */
function valueOf(text: JsonText): unknown {
  switch (jsonKind(text)) {
    case 'array':
      return jsonElements(text).map((element) => valueOf(element))
    case 'object':
      return jsonMembers(text).reduce<object>((object, [name, value]) => {
        Object.defineProperty(object, name, {
          value: valueOf(value),
          enumerable: true,
          configurable: true,
          writable: true,
        })
        return object
      }, {})
    case 'string':
      return jsonToPlain(text)
    case 'number':
      return Number(jsonToPlain(text))
    case 'boolean':
      return jsonToPlain(text) === 'true'
    case 'null':
      break
  }
  return null
}

/** JSON as programs write it, with white space between the pieces or without. */
const json = fc
  .tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom('', ' ', '\t', '\n  '))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

describe('what JSON.parse reads, is read the same', () => {
  test('any value', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(valueOf(parseJsonText(` \r\n\t${text} \n`))).toStrictEqual(JSON.parse(text))
      }),
    )
  })

  test('pieces of any value are themselves JSON texts without white space around them', () => {
    fc.assert(
      fc.property(json, (text) => {
        const value = parseJsonText(text)
        const pieces =
          jsonKind(value) === 'array'
            ? jsonElements(value)
            : jsonKind(value) === 'object'
              ? jsonMembers(value).map(([, piece]) => piece)
              : []
        for (const piece of pieces) expect(parseJsonText(piece)).toBe(piece)
      }),
    )
  })

  test.each([
    '{"__proto__": 1, "constructor": 2}',
    '"\\u0041\\ud83d\\ude00\\/"',
    '"\\ud800"',
    '[]',
    '{}',
    '[[],{}]',
    '""',
  ])('%s', (text) => {
    expect(valueOf(parseJsonText(text))).toStrictEqual(JSON.parse(text))
  })
})

describe('what JSON.parse refuses, is refused', () => {
  const accepted = (read: (text: string) => unknown, text: string): boolean => {
    try {
      read(text)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError)
      return false
    }
  }

  test('JSON with a piece cut out, doubled or replaced', () => {
    const damaged = fc
      .tuple(
        json,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', ',', '"', '\\', '}', ']', '{', '[', ':', '0', '\u0000', 'n'),
      )
      .map(([text, at, cut, put]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + put + text.slice(place + cut)
      })
    fc.assert(
      fc.property(damaged, (text) => {
        expect(accepted(parseJsonText, text)).toBe(accepted(JSON.parse, text))
      }),
      { numRuns: generatedRuns(2000) },
    )
  })

  test('any text at all', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        ',',
        ':',
        '\\',
        '\\u00',
        '\\u12aG',
        '1',
        '-',
        '.',
        'e',
        '0',
        'null',
        'true',
        ' ',
        '\n',
        'NaN',
        '\u00a0',
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        pieces.map((list) => list.join('')),
        (text) => {
          expect(accepted(parseJsonText, text)).toBe(accepted(JSON.parse, text))
        },
      ),
      { numRuns: generatedRuns(5000) },
    )
  })

  test.each([
    '',
    ' ',
    '"',
    '"a',
    '"\\',
    '"\\u12',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '{,}',
    'nul',
    '01',
    '1.',
    '.5',
    '+1',
    '1e',
    '--1',
    'NaN',
    'Infinity',
    "'a'",
    '"\n"',
    '"a"b',
    '{}x',
    '\uFEFF1',
  ])('%j', (text) => {
    expect(accepted(JSON.parse, text)).toBe(false)
    expect(accepted(parseJsonText, text)).toBe(false)
  })

  test('members of what is no object, elements of what is no array, and trailing text', () => {
    for (const text of ['[]', '1', '"{}"', '', '{', '{"a":1}x', '{}x']) {
      expect(() => jsonMembers(text)).toThrow(SyntaxError)
    }
    for (const text of ['{}', '1', '"[]"', '', '[', '[1]x', '[]x'])
      expect(() => jsonElements(text)).toThrow(SyntaxError)
  })

  test('the message says where', () => {
    expect(() => parseJsonText('{"a": tru}')).toThrow(
      'notJson {"fault":{"kind":"unexpectedCharacter","at":7,"character":"t"}}',
    )
    expect(() => parseJsonText('[1,')).toThrow('notJson {"fault":{"kind":"endsEarly","at":4}}')
    for (const text of ['[1,]', '[1 , ]', '{"a": [1, 2 ,\n]}', '{"a": 1, }'])
      expect(() => parseJsonText(text)).toThrow(
        `notJson {"fault":{"kind":"trailingComma","at":${text.lastIndexOf(',') + 1}}}`,
      )
    expect(() => parseJsonText('[,]')).toThrow('"at":2,"character":","')
  })
})

describe('exactness', () => {
  test.each([
    '9007199254740993',
    '-9223372036854775808',
    '1.50',
    '-0',
    '0.10',
    '1E400',
    '123456789012345678901234567890.0123456789',
    '"a\\u0062"',
    'null',
  ])('%s keeps its text', (text) => {
    expect(jsonElements(parseJsonText(`[ ${text} , ${text} ]`))).toEqual([text, text])
    expect(jsonMember(parseJsonText(`{ "x" : ${text} }`), 'x')).toBe(text)
  })

  test('plain text of a number is its source, of a string its characters', () => {
    expect(jsonToPlain('1.50')).toBe('1.50')
    expect(jsonToPlain('"a\\n\\"b\\" \\u20ac"')).toBe('a\n"b" €')
    expect(jsonToPlain('{"b": 1.0}')).toBe('{"b": 1.0}')
  })

  test('repeated members are all there, in order; asked for by name it is the last, as in JSON.parse', () => {
    const text = parseJsonText('{"a": 1, "b": 2, "a": 3}')
    expect(jsonMembers(text)).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ])
    expect(jsonMember(text, 'a')).toBe('3')
    expect(jsonMember(text, 'c')).toBeUndefined()
  })
})

describe('size', () => {
  test('strings of 1 MB, plain and all escapes', () => {
    const plain = JSON.stringify('x'.repeat(1_000_000))
    const escapes = JSON.stringify('\n"\\'.repeat(300_000))
    expect(jsonElements(parseJsonText(`[${plain},${escapes}]`))).toEqual([plain, escapes])
    expect(jsonToPlain(escapes)).toBe('\n"\\'.repeat(300_000))
  })

  test('nesting down to 1000 is read, deeper is refused instead of overflowing the stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(parseJsonText(nested(1000))).toBe(nested(1000))
    expect(() => parseJsonText(nested(100_000))).toThrow(SyntaxError)
    expect(() => parseJsonText('{"a":'.repeat(100_000))).toThrow(SyntaxError)
    expect(() => parseJsonText('['.repeat(1_000_000))).toThrow(SyntaxError)
  })

  test('10 MB are read piece by piece and come together again', () => {
    const record = '{"_id": 123, "name": "Long-term sampling", "area": 4655.30, "stage": null, "tags": ["a", "b"]}'
    const text = `[${Array.from({ length: 100_000 }, () => record).join(', ')}]`
    const elements = jsonElements(parseJsonText(text))
    expect(elements).toHaveLength(100_000)
    expect(elements.every((element) => element === record)).toBe(true)
    expect(jsonMembers(elements.at(-1) ?? '').map(([name]) => name)).toEqual(['_id', 'name', 'area', 'stage', 'tags'])
  })
})
