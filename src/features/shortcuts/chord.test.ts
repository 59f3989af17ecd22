import { expect, test } from 'vitest'
import { chordOf, mayAct } from './chord.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false }

test.each([
  [{ key: 'f' }, 'F'],
  [{ key: 'F' }, 'F'], // Caps Lock
  [{ key: 'F', shiftKey: true }, 'Shift+F'],
  [{ key: '/' }, '/'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: 'Enter', ctrlKey: true }, 'Mod+Enter'],
  [{ key: 'Enter', metaKey: true }, 'Mod+Enter'],
  [{ key: 'f', ctrlKey: true }, 'Mod+F'],
  [{ key: 'z', metaKey: true, shiftKey: true }, 'Mod+Shift+Z'],
  [{ key: 'Escape' }, 'Escape'],
  [{ key: 'f', altKey: true }, null],
  [{ key: 'PageDown', altKey: true }, 'Alt+PageDown'],
  [{ key: 'f', isComposing: true }, null],
])('%o is %s', (press, chord) => {
  expect(chordOf({ ...plain, ...press })).toBe(chord)
})

test('single characters act outside text only, running and stopping from text too, nothing under a dialog', () => {
  expect(mayAct('F', 'page', false)).toBe(true)
  expect(mayAct('F', 'text', false)).toBe(false)
  expect(mayAct('?', 'text', true)).toBe(false)
  expect(mayAct('Mod+Enter', 'text', false)).toBe(true)
  expect(mayAct('Escape', 'text', false)).toBe(true)
  expect(mayAct('Mod+K', 'text', false)).toBe(true)
  expect(mayAct('Alt+PageDown', 'text', false)).toBe(true)
  expect(mayAct('Shift+F4', 'text', false)).toBe(true)
  expect(mayAct('Mod+Z', 'text', false)).toBe(false)
  expect(mayAct('Mod+Z', 'page', false)).toBe(true)
  expect(mayAct('Escape', 'popover', false)).toBe(false)
  expect(mayAct('C', 'popover', true)).toBe(true)
  expect(mayAct('C', 'modal', true)).toBe(false)
})
