import { expect, it } from 'vitest'
import { visibleLine, visibleLines } from './visibleText.ts'

it('leaves what can be seen, in any script', () => {
  for (const text of ['plain', 'Straße', 'שלום', 'می‌خواهم', '👩‍👩‍👧', '日本', 'e\u0301'])
    expect(visibleLine(text)).toBe(text)
})

it('shows what can not', () => {
  expect(visibleLine('a\u0000b\u001b[31m')).toBe('a⟨U+0000⟩b⟨U+001B⟩[31m')
  expect(visibleLine('a\r\nb\tc\nd\u007f')).toBe('a↵b⇥c↵d⟨U+007F⟩')
  expect(visibleLine('exe.\u202Egnp\u202C')).toBe('exe.⟨U+202E⟩gnp⟨U+202C⟩')
  expect(visibleLine('a\u200bb\ufeff\u2067')).toBe('a⟨U+200B⟩b⟨U+FEFF⟩⟨U+2067⟩')
  expect(visibleLine('\ud800 and \udc00')).toBe('⟨U+D800⟩ and ⟨U+DC00⟩')
})

it('keeps the lines of a whole value', () => {
  expect(visibleLines('a\r\nb\tc\u0001')).toBe('a\nb\tc⟨U+0001⟩')
})
