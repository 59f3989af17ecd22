import { expect, test } from 'vitest'
import { shortcutWords } from '../../words/en/shortcuts.ts'
import { chordOf, isSingle } from './chord.ts'
import { keyCap, keyNames } from './keyNames.ts'
import { SHORTCUTS, type Shortcut } from './shortcuts.ts'

const rows: readonly (readonly [string, Shortcut])[] = Object.entries(SHORTCUTS)

test('every shortcut is explained, and nothing else is', () => {
  expect(Object.keys(shortcutWords.does).toSorted()).toEqual(rows.map(([id]) => id).toSorted())
})

test('no two that the page binds share a key, and each can be pressed', () => {
  const bound = rows.filter(([, { ownedByPart }]) => ownedByPart === undefined).flatMap(([, { keys }]) => keys)
  expect(new Set(bound).size).toBe(bound.length)
  const up = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }
  for (const chord of bound) {
    const [key = '', ...held] = chord.split('+').toReversed()
    const modifiers = { ctrlKey: held.includes('Mod'), altKey: held.includes('Alt'), shiftKey: held.includes('Shift') }
    expect(chordOf({ ...up, key, ...modifiers })).toBe(chord)
  }
})

test('no single letter downloads or writes', () => {
  for (const id of ['exportRecords', 'newTable', 'keepQuery', 'share', 'copyEmbed'] as const)
    expect(
      SHORTCUTS[id].keys.filter((chord) => isSingle(chord)),
      id,
    ).toEqual([])
})

test.each([
  ['F', true],
  ['Shift+F', true],
  ['?', true],
  ['/', true],
  ['Mod+K', false],
  ['Shift+F10', false],
  ['Escape', false],
])('%s is a single key: %s', (chord, expected) => expect(isSingle(chord)).toBe(expected))

test('keys are called what is printed on them', () => {
  expect(keyNames('Mod+Enter', false)).toEqual(['Ctrl', 'Enter'])
  expect(keyNames('Mod+Enter', true)).toEqual(['⌘', 'Enter'])
  expect(keyNames('Shift+ArrowLeft', false)).toEqual(['Shift', '←'])
  expect(keyNames('?')).toEqual(['?'])
  expect(keyCap('newConnection')).toBe('C')
})
