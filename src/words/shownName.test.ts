import { expect, it } from 'vitest'
import { shownName } from './shownName.ts'

it('names in words what has no visible character, and nothing else', () => {
  for (const name of ['', ' ', '\t\n', '\u{A0}', '\u{200B}', '\u{202E}', '\u{FEFF}\u{2060}', '\u{3164}'])
    expect(shownName(name)).toBe('(no name)')
  for (const name of ['a', ' a', '0', '_id', 'é', '\u{202E}a', '…', '😀']) expect(shownName(name)).toBe(name)
})
