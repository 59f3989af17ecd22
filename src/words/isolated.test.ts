import { expect, it } from 'vitest'
import { catalogue, speak } from './catalogue.ts'
import { isolated, isolatedIn, withoutIsolates } from './isolated.ts'

/** What a browser's own algorithm would have to close: the direction that text after it has. */
function openAfter(text: string): number {
  let open = 0
  for (const mark of text) {
    if (/[\u2066-\u2068]/.test(mark)) open += 1
    else if (mark === '\u2069') open -= 1
    expect(open).toBeGreaterThanOrEqual(0)
  }
  return open
}

it('leaves text alone that turns nothing', () => {
  for (const text of ['', 'river', 'Größe', '日本語', '10 – 20', 'a\u{200D}b', '😀']) expect(isolated(text)).toBe(text)
  const given = { names: ['a', 'b'], kind: { of: 'c' } }
  expect(isolatedIn(given)).toBe(given)
})

it('isolates names that turn the words after them, with whatever they open or close themselves', () => {
  expect(isolated('gnirts\u202E')).toBe('\u2068gnirts\u202E\u2069')
  expect(isolated('שם')).toBe('\u2068שם\u2069')
  expect(isolated('a\u2069\u202Eb')).toBe('\u2068a\u202Eb\u2069')
  for (const name of ['\u2067', '\u2069\u2069\u2066x', '\u202E\u2069', '\u2068\u2069\u2069\u2067'])
    expect(openAfter(isolated(name))).toBe(0)
})

it('is done by the catalogue for each parameter of a sentence, in another language too, in lists and members', () => {
  const english = {
    deleted: (table: string) => `${table} is deleted.`,
    some: (tables: readonly string[], of: { readonly name: string }, count: number) =>
      `${tables.join(', ')} of ${of.name}: ${count}`,
    rich: (name: string) => ['Read ', { bold: name }, '.'],
    group: { of: (name: string) => `of ${name}` },
  }
  const words = catalogue('isolatedTest', english)
  const name = 'evil\u202Ecsv'
  const whole = `\u2068${name}\u2069`
  expect(words.deleted(name)).toBe(`${whole} is deleted.`)
  expect(words.some(['a', name], { name }, 3)).toBe(`a, ${whole} of ${whole}: 3`)
  expect(words.rich(name)).toEqual(['Read ', { bold: whole }, '.'])
  expect(words.group.of(name)).toBe(`of ${whole}`)
  expect(words.deleted('river')).toBe('river is deleted.')
  speak(() => ({ deleted: (table: string) => `Borrada: ${table}` }))
  expect(words.deleted(name)).toBe(`Borrada: ${whole}`)
  speak((_feature, spoken) => spoken)
})

it('is not done where the words become part of a file', () => {
  const words = catalogue('isolatedFileTest', { all: (name: string) => `all of ${name}` }, 'for files')
  expect(words.all('a\u202E')).toBe('all of a\u202E')
  expect(withoutIsolates('sum of \u2068a\u202E\u2069')).toBe('sum of a\u202E')
})
